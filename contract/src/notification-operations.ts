import { Type } from "typebox";
import { REASON_CODES } from "./detail-codes.ts";
import { databaseId, ID_MAX, line, manyOf, nullable } from "./fields.ts";
import { Notification } from "./notifications.ts";
import { operation } from "./operation.ts";
import { PAGE_MAX, PAGE_SIZE, SHORT_PAGES } from "./pages.ts";
import { NOTIFICATION_STATES, SEVERITIES, STEP_TYPES, words } from "./vocabulary.ts";

const chapter = "Notifications";
const WITH_CURSORS = "Only in an answer to a request with afterId, beforeId or `view=brief`.";
const filter = (description: string) => Type.Optional(manyOf(line(undefined, ID_MAX), description));

/** Specification: Retrieve an event. */
export const getNotification = operation({
  id: "getNotification",
  chapter,
  method: "GET",
  path: "/v1/notifications/:notificationId",
  summary: "Retrieve an event",
  description: "Returns a notification with its jobs, their states and execution details.",
  status: 200,
  failures: [404],
  params: Type.Object({ notificationId: databaseId() }),
  response: Notification,
});

/** The server refuses an inverted time range with 400. */
export const listNotifications = operation({
  id: "listNotifications",
  chapter,
  method: "GET",
  path: "/v1/notifications",
  summary: "List all events",
  description: `Lists the environment's notifications, newest first, page by page or by cursors. ${SHORT_PAGES}`,
  status: 200,
  failures: [400],
  query: Type.Object({
    channels: Type.Optional(manyOf(words(STEP_TYPES), "Only with a step of one of these types.")),
    templates: filter("Only of these workflows (identifier or internal id)."),
    emails: filter("Only to subscribers with these e-mail addresses."),
    search: Type.Optional(line("Deprecated: a subscriberId, e-mail address or transactionId.")),
    subscriberIds: filter("Only to the subscribers with these subscriberIds."),
    severity: Type.Optional(manyOf(words(SEVERITIES), "Only with these severities.")),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    transactionId: filter("Only of these triggers."),
    topicKey: Type.Optional(line("Only of triggers that named this topic.", ID_MAX)),
    subscriptionId: Type.Optional(
      line(
        "Only to the subscriber of this topic subscription (internal id or identifier), from triggers that named its topic since the subscription exists.",
        ID_MAX,
      ),
    ),
    after: Type.Optional(line("Only created at or after this time, ISO 8601.", 64)),
    before: Type.Optional(line("Only created at or before this time, ISO 8601.", 64)),
    contextKeys: filter("Only with exactly these contexts (`type:id`), in any order."),
    workflowIds: filter("Only of the workflows with these identifiers."),
    notificationIds: filter("Only these notifications, by their ids; unknown ones are left out."),
    state: Type.Optional(manyOf(words(NOTIFICATION_STATES), "Only in one of these states.")),
    attention: Type.Optional(
      Type.Boolean({
        description: "If true: only those with failedSteps, or with a message that is tried again.",
      }),
    ),
    code: Type.Optional(
      manyOf(words(REASON_CODES), "Only with an execution detail of one of these codes, which are reasons."),
    ),
    dueBefore: Type.Optional(
      line("Only with a step that waits for a moment at or before this time, ISO 8601.", 64),
    ),
    afterId: Type.Optional(
      databaseId("The page after this notification in the list, that is, older ones; without `page`."),
    ),
    beforeId: Type.Optional(
      databaseId("The page before this notification in the list, that is, newer ones; without `page`."),
    ),
    view: Type.Optional(
      words(["full", "brief"], {
        description:
          "brief: without payloads, execution details and the contents of steps, for lists; the answer has cursors. Default full.",
      }),
    ),
  }),
  response: Type.Object({
    page: Type.Number({ description: "Number of this page, starting at 0." }),
    hasMore: Type.Boolean(),
    pageSize: Type.Number({ description: PAGE_SIZE }),
    data: Type.Array(Notification),
    next: Type.Optional(
      nullable(Type.String(), `The \`afterId\` of the next page, or null. ${WITH_CURSORS}`),
    ),
    previous: Type.Optional(
      nullable(Type.String(), `The \`beforeId\` of the previous page, or null. ${WITH_CURSORS}`),
    ),
  }),
});

/** Answers with none canceled when there was nothing left to cancel. */
export const cancelNotification = operation({
  id: "cancelNotification",
  chapter,
  method: "POST",
  path: "/v1/notifications/:notificationId/cancel",
  summary: "Cancel one notification",
  description:
    "Cancels the steps of one notification that wait for a delay, a digest or the next attempt at a message, and the steps after them. The other recipients of its trigger are not changed. A message that is just being sent goes out.",
  status: 200,
  failures: [404],
  params: Type.Object({ notificationId: databaseId("The notification to cancel.") }),
  response: Type.Object({
    canceled: Type.Integer({ description: "Number of canceled jobs; 0 if nothing was waiting." }),
    jobs: Type.Array(Type.Object({ _id: Type.String(), type: words(STEP_TYPES) }), {
      description: "The canceled jobs, in the order of the steps.",
    }),
  }),
});

export const NOTIFICATION_OPERATIONS = [getNotification, listNotifications, cancelNotification] as const;
