import { type Static, Type } from "typebox";
import { databaseId, freeForm, ID_MAX, line, pathId } from "./fields.ts";
import { ACTION_STATUSES, BUTTON_TYPES, Message } from "./messages.ts";
import { operation } from "./operation.ts";
import { numberedPage, PAGE_MAX, SHORT_PAGES } from "./pages.ts";
import { Subscriber } from "./subscribers.ts";
import { words } from "./vocabulary.ts";

/** The older operations of a subscriber's in-app messages: the same rules as those of the inbox. */

const chapter = "Older clients";
const subscriberId = pathId("The caller's id of the subscriber.");
const params = Type.Object({ subscriberId });
const root = "/v1/subscribers/:subscriberId";

export const MARKS = ["read", "seen", "unread", "unseen"] as const;
const markAs = words(MARKS);
const messageId = Type.Union([
  line(undefined, ID_MAX),
  Type.Array(line(undefined, ID_MAX), { minItems: 1, maxItems: 100 }),
]);

const marking = {
  chapter,
  method: "POST",
  status: 201,
  failures: [404],
  params,
  response: Type.Array(Message),
} as const;

export const markMessagesAsV1 = operation({
  ...marking,
  id: "markMessagesAsV1",
  path: `${root}/messages/mark-as`,
  summary: "Mark in-app messages as read, seen, unread or unseen",
  description: "Returns those of the messages that belong to the subscriber.",
  body: Type.Object({ messageId, markAs }),
});

const flag = Type.Optional(Type.Boolean());

export const markMessagesV1 = operation({
  ...marking,
  id: "markMessagesV1",
  path: `${root}/messages/markAs`,
  summary: "Mark in-app messages, with one flag for each state",
  description: "Like `mark-as`; only older clients call it.",
  body: Type.Object({ messageId, mark: Type.Object({ seen: flag, read: flag }) }),
});

export const markAllMessagesV1 = operation({
  id: "markAllMessagesV1",
  chapter,
  method: "POST",
  path: `${root}/messages/mark-all`,
  summary: "Mark all in-app messages of a subscriber",
  description:
    "Returns how many were changed. Messages that are archived or snoozed stay as they are. Messages have no feeds: a `feedIdentifier` is refused.",
  status: 201,
  failures: [400, 404],
  params,
  body: Type.Object({
    markAs,
    feedIdentifier: Type.Optional(
      Type.Union([line(undefined, ID_MAX), Type.Array(line(undefined, ID_MAX), { maxItems: 100 })]),
    ),
  }),
  response: Type.Integer(),
});

export const markMessageActionV1 = operation({
  id: "markMessageActionV1",
  chapter,
  method: "POST",
  path: `${root}/messages/:messageId/actions/:type`,
  summary: "Store which button of an in-app message was pressed",
  status: 201,
  failures: [400, 404],
  params: Type.Object({
    subscriberId,
    messageId: databaseId("The message."),
    type: words(BUTTON_TYPES, { description: "Which button." }),
  }),
  body: Type.Object({
    status: words(ACTION_STATUSES),
    payload: Type.Optional(freeForm("Kept with the result.", "dataBytes")),
  }),
  response: Message,
});

/** An in-app message of a feed. */
export const FeedMessage = Type.Object(
  { ...Message.properties, _jobId: Type.String(), archived: Type.Boolean() },
  { title: "FeedMessage", description: "An in-app message, with its job." },
);
export type FeedMessage = Static<typeof FeedMessage>;

export const getFeedV1 = operation({
  id: "getFeedV1",
  chapter,
  method: "GET",
  path: `${root}/notifications/feed`,
  summary: "List a subscriber's in-app messages by page number",
  description: `Newest first, without snoozed ones. ${SHORT_PAGES}`,
  status: 200,
  failures: [400],
  params,
  query: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    read: flag,
    seen: flag,
    payload: Type.Optional(
      line(
        "A JSON object in base64: only messages whose triggers have these members in their payload. Compared are the newest 1,000 messages of the subscriber, with payloads of up to 65,536 bytes.",
        8_192,
      ),
    ),
  }),
  response: numberedPage(FeedMessage),
});

export const getUnseenCountV1 = operation({
  id: "getUnseenCountV1",
  chapter,
  method: "GET",
  path: `${root}/notifications/unseen`,
  summary: "Count a subscriber's unseen in-app messages",
  status: 200,
  failures: [400],
  params,
  query: Type.Object({
    seen: Type.Optional(Type.Boolean({ description: "True: the seen ones instead. Default false." })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, default: 100, description: "The highest count." }),
    ),
  }),
  response: Type.Object({ count: Type.Integer() }),
});

export const updateOnlineStatusV1 = operation({
  id: "updateOnlineStatusV1",
  chapter,
  method: "PATCH",
  path: `${root}/online-status`,
  summary: "Store whether a subscriber is online",
  description:
    "Going offline sets `lastOnlineAt`. An open connection of an inbox sets the same fields. `online` is its older name.",
  status: 200,
  failures: [400, 404],
  params,
  body: Type.Object({ isOnline: flag, online: flag }),
  response: Subscriber,
});

export const OLDER_INBOX_OPERATIONS = [
  markMessagesAsV1,
  markMessagesV1,
  markAllMessagesV1,
  markMessageActionV1,
  getFeedV1,
  getUnseenCountV1,
  updateOnlineStatusV1,
] as const;
