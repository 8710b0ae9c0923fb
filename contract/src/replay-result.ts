import { type Static, Type } from "typebox";
import { nullable } from "./fields.ts";
import { CHANNELS, words } from "./vocabulary.ts";

/**
 * How a subscriber was reached although the message was given up. `stands_in`: by a step that runs because the other one failed (`onlyIf`).
 * `sent_after`: by a message sent after that, by a later step behind a delay or a digest, or by hand.
 */
export const REACHED_REASONS = ["stands_in", "sent_after"] as const;
export type ReachedReason = (typeof REACHED_REASONS)[number];

const reachedCount = Type.Integer({
  description:
    "The subscriber was reached after the message was given up, or by a step that stands in for the failed step. A step that the workflow runs in any case does not count.",
});
const goneCount = Type.Integer({
  description: "The message or its subscriber was deleted, or the message is already being sent.",
});

/** What a replay does with the dead letters of one workflow. */
export const ReplayedWorkflow = Type.Object(
  {
    workflowId: Type.String({ description: "Identifier of the workflow." }),
    replayed: Type.Integer({
      description: "Number of replayed dead letters; with dryRun, of those that would be replayed.",
    }),
    skipped: Type.Object({ reached: reachedCount, gone: goneCount }),
    reachedBy: Type.Array(
      Type.Object({
        stepId: nullable(Type.String(), "Identifier of the step that reached the subscribers."),
        channel: words(CHANNELS),
        reason: words(REACHED_REASONS, {
          description:
            "stands_in: the step has `onlyIf` on the failed step, or the failed step has it on this one. sent_after: the step sent its message after the other message was given up, behind a delay or a digest, or by hand.",
        }),
        count: Type.Integer({ description: "How many of `skipped.reached`." }),
      }),
      { description: "Why dead letters are skipped as reached: by step and reason." },
    ),
  },
  { title: "ReplayedWorkflow", description: "What a replay does with the dead letters of one workflow." },
);
export type ReplayedWorkflow = Static<typeof ReplayedWorkflow>;

export const ReplayResult = Type.Object(
  {
    replayId: nullable(
      Type.String(),
      "Id of this replay, used in execution details and dead letters; null for a dry run.",
    ),
    replayed: Type.Integer({
      description: "Number of replayed dead letters; with dryRun, of those that would be replayed.",
    }),
    skipped: Type.Object({
      reached: reachedCount,
      gone: goneCount,
      discarded: Type.Integer({
        description:
          "Given `ids` that were discarded. They are not replayed; POST /v1/messages/{messageId}/resend sends their messages.",
      }),
    }),
    ids: Type.Array(Type.String(), { description: "Ids of the replayed dead letters." }),
    workflows: Type.Array(ReplayedWorkflow, {
      description: "The same by workflow, in the order of identifiers.",
    }),
  },
  { title: "ReplayResult", description: "What was replayed and what was left out, in all and by workflow." },
);
export type ReplayResult = Static<typeof ReplayResult>;
