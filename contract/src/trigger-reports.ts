import { type Static, Type } from "typebox";
import { timestamp } from "./fields.ts";

/** Ours (issue 3): for each trigger, recipients = waiting + delivered + failed + skipped. */

const byCode = (description: string) =>
  Type.Record(Type.String(), Type.Integer(), { description: `${description}, by the code of the reason.` });

export const TriggerReport = Type.Object(
  {
    transactionId: Type.String(),
    workflowId: Type.String({ description: "Identifier of the workflow." }),
    createdAt: timestamp(),
    isExpanding: Type.Boolean({ description: "There are recipients it has yet to reach." }),
    isCanceled: Type.Boolean({ description: "It was canceled before it had reached all its recipients." }),
    failure: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        {
          description:
            "Why it was given up before it had reached all its recipients; absent where it was not.",
        },
      ),
    ),
    recipients: Type.Integer({ description: "Reached so far: the sum of the following." }),
    waiting: Type.Integer({ description: "Their steps are not all over." }),
    delivered: Type.Integer({
      description: "A channel carried a message; of a workflow without channels: all was done.",
    }),
    failed: byCode("Nothing was delivered and a step failed"),
    skipped: byCode("Nothing was delivered, as it should be"),
    unknownTopics: Type.Array(Type.String(), {
      description: "Named as recipients, but there is no such topic.",
    }),
  },
  { title: "TriggerReport", description: "What became of a trigger's recipients." },
);
export type TriggerReport = Static<typeof TriggerReport>;
