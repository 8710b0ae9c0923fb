import { Type } from "typebox";
import { databaseId, ID_MAX, line, manyOf } from "./fields.ts";
import { Notification } from "./notifications.ts";
import { operation } from "./operation.ts";
import { PAGE_MAX, PAGE_SIZE, SHORT_PAGES } from "./pages.ts";
import { SEVERITIES, STEP_TYPES, words } from "./vocabulary.ts";

const chapter = "Notifications";
const some = (description: string) => Type.Optional(manyOf(line(undefined, ID_MAX), description));

/** Specification: Retrieve an event; wire-facts 2.5. */
export const getNotification = operation({
  id: "getNotification",
  chapter,
  method: "GET",
  path: "/v1/notifications/:notificationId",
  summary: "Retrieve an event",
  description: "Answers one notification with its jobs, their states and what was logged of each.",
  status: 200,
  failures: [404],
  params: Type.Object({ notificationId: databaseId() }),
  answer: Notification,
});

/** An inverted range is a 400 of the server. */
export const listNotifications = operation({
  id: "listNotifications",
  chapter,
  method: "GET",
  path: "/v1/notifications",
  summary: "List all events",
  description: `Lists the environment's notifications, the newest first, page by page. ${SHORT_PAGES}`,
  status: 200,
  failures: [400],
  query: Type.Object({
    channels: Type.Optional(manyOf(words(STEP_TYPES), "With a step of one of these types.")),
    templates: some("Of these workflows, by identifier or internal id."),
    emails: some("To subscribers with these e-mail addresses."),
    search: Type.Optional(line("Deprecated: a subscriberId, e-mail address or transactionId.")),
    subscriberIds: some("To these subscribers, by their subscriberId."),
    severity: Type.Optional(manyOf(words(SEVERITIES), "Of these severities.")),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    transactionId: some("Of these triggers."),
    topicKey: Type.Optional(line("Of triggers that named this topic.", ID_MAX)),
    subscriptionId: Type.Optional(
      line(
        "To the subscriber of this topic subscription, from triggers that named its topic since it exists; by its internal id or its identifier.",
        ID_MAX,
      ),
    ),
    after: Type.Optional(line("Created at or after this moment, ISO 8601.", 64)),
    before: Type.Optional(line("Created at or before this moment, ISO 8601.", 64)),
    contextKeys: some("Sent in exactly these contexts (`type:id`), in any order."),
  }),
  answer: Type.Object({
    page: Type.Number({ description: "Number of this page; the first is 0." }),
    hasMore: Type.Boolean(),
    pageSize: Type.Number({ description: PAGE_SIZE }),
    data: Type.Array(Notification),
  }),
});

export const NOTIFICATION_OPERATIONS = [getNotification, listNotifications] as const;
