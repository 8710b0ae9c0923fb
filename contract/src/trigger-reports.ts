import { type Static, Type } from "typebox";
import { freeForm, timestamp } from "./fields.ts";

/** For each trigger: recipients = waiting + delivered + failed + skipped. */

const byCode = (description: string) =>
  Type.Record(Type.String(), Type.Integer(), { description: `${description}, by the code of the reason.` });

/** How many named recipients a report shows. */
export const REPORTED_RECIPIENTS_MAX = 100;

export const ReportedTrigger = Type.Object(
  {
    payload: freeForm("Without attachments."),
    overrides: freeForm(),
    actor: Type.Optional(Type.String({ description: "subscriberId of the actor." })),
    contextKeys: Type.Array(Type.String(), { description: "Contexts: `type:id`." }),
    topics: Type.Array(
      Type.Object({ topicKey: Type.String(), exclude: Type.Optional(Type.Array(Type.String())) }),
    ),
    recipients: Type.Array(Type.String(), {
      description: "subscriberIds of the subscribers that it named, at most 100, without their fields.",
    }),
    recipientsCapped: Type.Boolean({ description: "True when it named more than 100 subscribers." }),
    isBroadcast: Type.Boolean({ description: "It is for all subscribers of the environment." }),
    createdAt: timestamp(),
  },
  { title: "ReportedTrigger", description: "A trigger as it was accepted, for triggering again." },
);

export const TriggerReport = Type.Object(
  {
    transactionId: Type.String(),
    workflowId: Type.String({ description: "Identifier of the workflow." }),
    createdAt: timestamp(),
    isExpanding: Type.Boolean({ description: "The trigger is still being expanded to its recipients." }),
    isCanceled: Type.Boolean({
      description: "The trigger was canceled before it was expanded to all recipients.",
    }),
    failure: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        {
          description:
            "Why the trigger was given up before it was expanded to all recipients; otherwise absent.",
        },
      ),
    ),
    recipients: Type.Integer({ description: "Recipients so far: the sum of the following." }),
    waiting: Type.Integer({ description: "Not all steps are finished." }),
    delivered: Type.Integer({
      description: "A channel sent a message; for a workflow without channels: all steps succeeded.",
    }),
    failed: byCode("Nothing was delivered and a step failed"),
    unreachable: Type.Optional(
      byCode("Of `failed`, those for a reason of the recipient: no address, or the provider refused it"),
    ),
    skipped: byCode("Nothing was delivered, as intended"),
    unknownTopics: Type.Array(Type.String(), {
      description: "Topics among the recipients that do not exist.",
    }),
    trigger: Type.Optional(ReportedTrigger),
  },
  { title: "TriggerReport", description: "The results of a trigger's recipients." },
);
export type TriggerReport = Static<typeof TriggerReport>;
