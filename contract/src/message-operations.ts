import { Type } from "typebox";
import {
  Acknowledgement,
  Deletion,
  databaseId,
  ID_MAX,
  line,
  manyOf,
  nullable,
  pathId,
  timestamp,
} from "./fields.ts";
import { Message } from "./messages.ts";
import { operation } from "./operation.ts";
import { numberedPage, PAGE_MAX, SHORT_PAGES } from "./pages.ts";
import { CHANNELS, MESSAGE_STATUSES, words } from "./vocabulary.ts";

const chapter = "Messages";

const cursors = {
  next: Type.Optional(nullable(Type.String(), "Cursor of the older messages; null on the last page.")),
  previous: Type.Optional(nullable(Type.String(), "Cursor of the newer messages; null on the first page.")),
};

export const getMessage = operation({
  id: "getMessage",
  chapter,
  method: "GET",
  path: "/v1/messages/:messageId",
  summary: "Retrieve a message",
  status: 200,
  failures: [404],
  params: Type.Object({ messageId: databaseId() }),
  response: Message,
});

/** Specification: List all messages. The server refuses a limit above 1,000 with 400 and its own message. */
export const listMessages = operation({
  id: "listMessages",
  chapter,
  method: "GET",
  path: "/v1/messages",
  summary: "List all messages",
  description: `Lists the environment's messages, newest first, page by page: by \`page\`, or by the cursors \`after\` and \`before\`, whose pages have no \`totalCount\`. ${SHORT_PAGES}`,
  status: 200,
  failures: [400, 404],
  query: Type.Object({
    channel: Type.Optional(words(CHANNELS, { description: "Only messages of this channel." })),
    contextKeys: Type.Optional(
      manyOf(line(undefined, ID_MAX), "Only messages with exactly these contexts (`type:id`), in any order."),
    ),
    subscriberId: Type.Optional(line("Only messages to this subscriber.", ID_MAX)),
    transactionId: Type.Optional(manyOf(line(undefined, ID_MAX), "Only messages of these triggers.")),
    notificationId: Type.Optional(line("Only messages of this notification.", ID_MAX)),
    status: Type.Optional(words(MESSAGE_STATUSES, { description: "Only messages with this status." })),
    workflowId: Type.Optional(line("Only messages of this workflow (its identifier).", ID_MAX)),
    integrationId: Type.Optional(
      line("Only messages of this integration (its internal id), also those that it could not send.", ID_MAX),
    ),
    after: Type.Optional(line("Cursor: the `next` of a page; lists the older messages.", ID_MAX)),
    before: Type.Optional(line("Cursor: the `previous` of a page; lists the newer messages.", ID_MAX)),
    includeTotal: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          "False: without `totalCount`, which is counted row by row with `subscriberId`, `transactionId` or `notificationId`.",
      }),
    ),
    page: Type.Optional(
      Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: 0, description: "Must be 0 with a cursor." }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 10,
        description: "Messages per page, at most 1,000; 0 means the default.",
      }),
    ),
  }),
  response: Type.Object({ ...numberedPage(Message).properties, ...cursors }),
});

/** What keeps a message from its provider although its next attempt is due. */
export const HELD_BACK_REASONS = ["breaker_open", "integration_off", "waits_for_rate"] as const;
export type HeldBackReason = (typeof HELD_BACK_REASONS)[number];

export const retryMessage = operation({
  id: "retryMessage",
  chapter,
  method: "POST",
  path: "/v1/messages/:messageId/retry",
  summary: "Make a message's next attempt now",
  description:
    "Makes the planned attempt of a message with the status `warning` now instead of later. 409 if it is being sent just now, was sent or was given up; the message of the error says what to do then.",
  status: 200,
  failures: [404, 409],
  params: Type.Object({ messageId: databaseId("The message that waits for its next attempt.") }),
  response: Type.Object({
    ...Acknowledgement.properties,
    heldBack: Type.Optional(
      Type.Object(
        {
          reason: words(HELD_BACK_REASONS),
          until: Type.Optional(timestamp("When the provider may be called again.")),
        },
        {
          description:
            "Present if the integration of the message is switched off, its circuit breaker is open, or its provider asked to wait: unless another integration takes the message over, it waits on.",
        },
      ),
    ),
  }),
});

export const deleteMessage = operation({
  id: "deleteMessage",
  chapter,
  method: "DELETE",
  path: "/v1/messages/:messageId",
  summary: "Delete a message",
  status: 200,
  failures: [404],
  params: Type.Object({ messageId: databaseId() }),
  response: Deletion,
});

export const deleteMessagesByTransaction = operation({
  id: "deleteMessagesByTransaction",
  chapter,
  method: "DELETE",
  path: "/v1/messages/transaction/:transactionId",
  summary: "Delete the messages of a trigger",
  status: 204,
  failures: [404],
  params: Type.Object({ transactionId: pathId("The trigger whose messages are deleted.") }),
  query: Type.Object({
    channel: Type.Optional(words(CHANNELS, { description: "Only messages of this channel." })),
  }),
});

export const MESSAGE_OPERATIONS = [
  getMessage,
  listMessages,
  retryMessage,
  deleteMessage,
  deleteMessagesByTransaction,
] as const;
