import { type Static, Type } from "typebox";
import { Acknowledgement, databaseId, ID_MAX, line, nullable, timestamp } from "./fields.ts";
import { operation } from "./operation.ts";
import { CHANNELS, words } from "./vocabulary.ts";

/** Ours (issue 4): messages that were given up, and how to have them sent again. */

const chapter = "Dead letters";

/** Why a message was given up: the class of its last outcome, or that there is no time or attempt left. */
export const DEAD_REASONS = [
  "config_error",
  "recipient_error",
  "rejected",
  "attempts_spent",
  "expired",
  "maybe_delivered",
  "step_failed",
] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

export const DeadLetter = Type.Object(
  {
    _id: Type.String(),
    _messageId: Type.String(),
    _notificationId: Type.String(),
    transactionId: Type.String(),
    workflowId: Type.String({ description: "Identifier of the workflow." }),
    subscriberId: nullable(Type.String(), "null when the subscriber was deleted."),
    channel: words(CHANNELS),
    providerId: nullable(Type.String()),
    _integrationId: nullable(Type.String()),
    reason: words(DEAD_REASONS, { description: "Why it was given up." }),
    errorText: nullable(Type.String(), "The last failure in words."),
    attempts: Type.Integer({ description: "Through the last integration it was tried with." }),
    diedAt: timestamp(),
    replayedAt: nullable(timestamp(), "When it was sent again."),
    replayId: nullable(Type.String()),
  },
  { title: "DeadLetter", description: "A message that was given up." },
);
export type DeadLetter = Static<typeof DeadLetter>;

const filters = {
  channel: Type.Optional(words(CHANNELS)),
  reason: Type.Optional(words(DEAD_REASONS)),
  workflowId: Type.Optional(line("Identifier of a workflow.", ID_MAX)),
  subscriberId: Type.Optional(line("A subscriber, by the caller's id.", ID_MAX)),
  transactionId: Type.Optional(line("Of one trigger.", ID_MAX)),
  integrationId: Type.Optional(line("Internal id of an integration.", ID_MAX)),
};

export const listDeadLetters = operation({
  id: "listDeadLetters",
  chapter,
  method: "GET",
  path: "/v1/dead-letters",
  summary: "List dead letters",
  description:
    "Messages that were given up and not sent again yet, the newest first, and how many there are by reason.",
  status: 200,
  query: Type.Object({
    ...filters,
    replayed: Type.Optional(Type.Boolean({ description: "True: those that were sent again instead." })),
    after: Type.Optional(line("Cursor: the `next` of the page before.", ID_MAX)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  }),
  answer: Type.Object({
    data: Type.Array(DeadLetter),
    next: nullable(Type.String(), "Cursor of the next page; null on the last."),
    totalCount: Type.Integer(),
    counts: Type.Record(Type.String(), Type.Integer(), { description: "By reason." }),
  }),
});

export const ReplayWish = Type.Object(
  {
    ids: Type.Optional(Type.Array(databaseId("A dead letter."), { minItems: 1, maxItems: 1_000 })),
    filter: Type.Optional(Type.Object(filters, { description: "Those that match; {} for all." })),
    dryRun: Type.Optional(Type.Boolean({ description: "Only tell what would be sent again." })),
    includeReached: Type.Optional(
      Type.Boolean({ description: "Also to people another channel has reached; false when left out." }),
    ),
  },
  { title: "ReplayWish", description: "Which dead letters to send again: ids, a filter, or both." },
);
export type ReplayWish = Static<typeof ReplayWish>;

export const replayDeadLetters = operation({
  id: "replayDeadLetters",
  chapter,
  method: "POST",
  path: "/v1/dead-letters/replay",
  summary: "Send dead letters again",
  description:
    "Up to 1,000 at once of the oldest 10,000 that match. Try it with dryRun first. Each leaves an execution detail with the replay's id.",
  status: 200,
  failures: [400],
  body: ReplayWish,
  answer: Type.Object({
    replayId: nullable(Type.String(), "Names this replay in details and dead letters; null for a dry run."),
    replayed: Type.Integer({ description: "Sent again, or would be." }),
    skipped: Type.Object({
      reached: Type.Integer({ description: "The person was reached by another channel." }),
      gone: Type.Integer({
        description: "The message or its subscriber is gone, or it is on its way already.",
      }),
    }),
    ids: Type.Array(Type.String()),
  }),
});

export const resendMessage = operation({
  id: "resendMessage",
  chapter,
  method: "POST",
  path: "/v1/messages/:messageId/resend",
  summary: "Send a message again",
  description: "As it was rendered, whatever became of it; its provider takes it as a new one.",
  status: 200,
  failures: [400, 404, 409],
  params: Type.Object({ messageId: databaseId("The message to send again.") }),
  answer: Acknowledgement,
});

export const DEAD_LETTER_OPERATIONS = [listDeadLetters, replayDeadLetters, resendMessage] as const;
