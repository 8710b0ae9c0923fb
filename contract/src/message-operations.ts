import { Type } from "typebox";
import { Deletion, databaseId, ID_MAX, line, manyOf, pathId } from "./fields.ts";
import { Message } from "./messages.ts";
import { operation } from "./operation.ts";
import { numberedPage, PAGE_MAX, SHORT_PAGES } from "./pages.ts";
import { CHANNELS, words } from "./vocabulary.ts";

const chapter = "Messages";

/** Specification: List all messages. The server refuses a limit above 1,000 with 400 and its own message. */
export const listMessages = operation({
  id: "listMessages",
  chapter,
  method: "GET",
  path: "/v1/messages",
  summary: "List all messages",
  description: `Lists the environment's messages, newest first, page by page. ${SHORT_PAGES}`,
  status: 200,
  failures: [400, 404],
  query: Type.Object({
    channel: Type.Optional(words(CHANNELS, { description: "Only messages of this channel." })),
    contextKeys: Type.Optional(
      manyOf(line(undefined, ID_MAX), "Only messages with exactly these contexts (`type:id`), in any order."),
    ),
    subscriberId: Type.Optional(line("Only messages to this subscriber.", ID_MAX)),
    transactionId: Type.Optional(manyOf(line(undefined, ID_MAX), "Only messages of these triggers.")),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: 0 })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 10,
        description: "Messages per page, at most 1,000; 0 means the default.",
      }),
    ),
  }),
  response: numberedPage(Message),
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

export const MESSAGE_OPERATIONS = [listMessages, deleteMessage, deleteMessagesByTransaction] as const;
