import { type Static, Type } from "typebox";
import { Acknowledgement, databaseId, ID_MAX, line, nullable, timestamp } from "./fields.ts";
import { operation } from "./operation.ts";
import { ReplayResult } from "./replay-result.ts";
import { CHANNELS, words } from "./vocabulary.ts";

const chapter = "Dead letters";

/** Why a message was given up: the class of its last failure, or no time or attempt left. */
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
    errorText: nullable(Type.String(), "Message of the last failure."),
    attempts: Type.Integer({ description: "Attempts with the integration that was tried last." }),
    diedAt: timestamp(),
    replayedAt: nullable(timestamp(), "When it was replayed."),
    replayId: nullable(Type.String()),
    discardedAt: nullable(timestamp(), "When it was discarded."),
    discardedBy: nullable(
      Type.String(),
      "Who discarded it: the name of a session of the dashboard or of an API key.",
    ),
  },
  { title: "DeadLetter", description: "A message that was given up." },
);
export type DeadLetter = Static<typeof DeadLetter>;

const TIME_MAX = 64;

const filters = {
  channel: Type.Optional(words(CHANNELS)),
  reason: Type.Optional(words(DEAD_REASONS)),
  workflowId: Type.Optional(line("Identifier of a workflow.", ID_MAX)),
  subscriberId: Type.Optional(line("The caller's id of a subscriber.", ID_MAX)),
  transactionId: Type.Optional(line("Id of a trigger.", ID_MAX)),
  integrationId: Type.Optional(line("Internal id of an integration.", ID_MAX)),
  diedAfter: Type.Optional(line("Only given up at or after this time, ISO 8601.", TIME_MAX)),
  diedBefore: Type.Optional(line("Only given up at or before this time, ISO 8601.", TIME_MAX)),
};

/** What has become of the messages of a replay; those that were deleted meanwhile are not counted. */
export const ReplayProgress = Type.Object(
  {
    sent: Type.Integer({ description: "Accepted by their provider." }),
    failed: Type.Integer({ description: "Given up again." }),
    waiting: Type.Integer({ description: "Not sent yet." }),
  },
  { title: "ReplayProgress", description: "What has become of the messages of a replay." },
);

export type ReplayProgress = Static<typeof ReplayProgress>;

export const listDeadLetters = operation({
  id: "listDeadLetters",
  chapter,
  method: "GET",
  path: "/v1/dead-letters",
  summary: "List dead letters",
  description:
    "Lists messages that were given up, and neither replayed nor discarded yet, newest first, and counts them by reason.",
  status: 200,
  failures: [400],
  query: Type.Object({
    ...filters,
    replayed: Type.Optional(Type.Boolean({ description: "True: list the replayed ones instead." })),
    discarded: Type.Optional(Type.Boolean({ description: "True: list the discarded ones instead." })),
    replayId: Type.Optional(
      databaseId("Only those of this replay, which have been replayed; the answer has its progress."),
    ),
    after: Type.Optional(line("Cursor: the `next` of the previous page.", ID_MAX)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  }),
  response: Type.Object({
    data: Type.Array(DeadLetter),
    next: nullable(Type.String(), "Cursor of the next page; null on the last page."),
    totalCount: Type.Integer(),
    counts: Type.Record(Type.String(), Type.Integer(), { description: "Number of dead letters by reason." }),
    progress: Type.Optional(ReplayProgress),
  }),
});

/** A replay examines the oldest `examined` matching dead letters and replays at most `replayed` of them. */
export const REPLAY_LIMITS = { replayed: 1_000, examined: 10_000 } as const;

export const ReplayInput = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(databaseId("Id of a dead letter."), { minItems: 1, maxItems: REPLAY_LIMITS.replayed }),
    ),
    filter: Type.Optional(Type.Object(filters, { description: "Matching dead letters; {} matches all." })),
    dryRun: Type.Optional(Type.Boolean({ description: "Only report what would be replayed." })),
    includeReached: Type.Optional(
      Type.Boolean({
        description:
          "Also replay messages to subscribers that were reached after the message was given up, or by a step that stands in for the failed step; default false.",
      }),
    ),
  },
  { title: "ReplayInput", description: "Which dead letters to replay: ids, a filter, or both." },
);
export type ReplayInput = Static<typeof ReplayInput>;

export const replayDeadLetters = operation({
  id: "replayDeadLetters",
  chapter,
  method: "POST",
  path: "/v1/dead-letters/replay",
  summary: "Send dead letters again",
  description:
    "Replays up to 1,000 of the oldest 10,000 matching dead letters that were not discarded. A subscriber who was reached after the message was given up, or by a step that stands in for the failed step (`onlyIf`), is left out. Use dryRun first. Each replay adds an execution detail with the replay's id.",
  status: 200,
  failures: [400],
  body: ReplayInput,
  response: ReplayResult,
});

/** A call discards at most this many of the oldest matching dead letters. */
export const DISCARD_LIMIT = 1_000;

export const DiscardInput = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(databaseId("Id of a dead letter."), { minItems: 1, maxItems: DISCARD_LIMIT }),
    ),
    filter: Type.Optional(Type.Object(filters, { description: "Matching dead letters; {} matches all." })),
    dryRun: Type.Optional(Type.Boolean({ description: "Only report what would be discarded." })),
  },
  { title: "DiscardInput", description: "Which dead letters to discard: ids, a filter, or both." },
);
export type DiscardInput = Static<typeof DiscardInput>;

export const discardDeadLetters = operation({
  id: "discardDeadLetters",
  chapter,
  method: "POST",
  path: "/v1/dead-letters/discard",
  summary: "Discard dead letters",
  description:
    "Discards up to 1,000 of the oldest matching dead letters: they are not listed, counted or replayed any more. Nothing is sent. Their messages and notifications stay, with an execution detail that says who discarded them. Use dryRun first.",
  status: 200,
  failures: [400],
  body: DiscardInput,
  response: Type.Object({
    discarded: Type.Integer({
      description: "Number of discarded dead letters; with dryRun, of those that would be discarded.",
    }),
    skipped: Type.Integer({
      description: "Given `ids` that are unknown, do not match, or were replayed or discarded before.",
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
  description:
    "Sends the message again as it was rendered, whatever its status. The provider treats it as a new message.",
  status: 200,
  failures: [400, 404, 409],
  params: Type.Object({ messageId: databaseId("The message to send again.") }),
  response: Acknowledgement,
});

export const DEAD_LETTER_OPERATIONS = [
  listDeadLetters,
  replayDeadLetters,
  discardDeadLetters,
  resendMessage,
] as const;
