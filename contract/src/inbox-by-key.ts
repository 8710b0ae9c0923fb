import { Type } from "typebox";
import { databaseId, ID_MAX, line, manyOf, pathId } from "./fields.ts";
import {
  InboxActionType,
  InboxCount,
  InboxCountQuery,
  InboxNotification,
  InboxPage,
  InboxQuery,
  InboxSeen,
  InboxSelection,
  InboxSnooze,
} from "./inbox.ts";
import { operation } from "./operation.ts";

/** The inbox of any subscriber, for the holder of an API key: the same rules as in `inbox-operations.ts`. */

const chapter = "Inbox";
const subscriberId = pathId("The caller's id of the subscriber.");
const ofSubscriber = Type.Object({ subscriberId });
const params = Type.Object({ subscriberId, notificationId: databaseId("The notification.") });
const notifications = "/v2/subscribers/:subscriberId/notifications";

const contextKeys = Type.Optional(
  manyOf(
    line(undefined, ID_MAX),
    "Only notifications with exactly these contexts (`type:id`), in any order; default: of all contexts.",
  ),
);
const inContexts = Type.Object({ contextKeys });

export const listSubscriberNotifications = operation({
  id: "listSubscriberNotifications",
  chapter,
  method: "GET",
  path: notifications,
  summary: "List the notifications of a subscriber's inbox",
  status: 200,
  failures: [404],
  params: ofSubscriber,
  query: Type.Object({ ...InboxQuery.properties, contextKeys }),
  response: InboxPage,
});

export const countSubscriberNotifications = operation({
  id: "countSubscriberNotifications",
  chapter,
  method: "GET",
  path: `${notifications}/count`,
  summary: "Count the notifications of a subscriber's inbox",
  status: 200,
  failures: [404],
  params: ofSubscriber,
  query: Type.Object({ ...InboxCountQuery.properties, contextKeys }),
  response: Type.Array(InboxCount),
});

const change = {
  chapter,
  method: "PATCH",
  status: 200,
  failures: [400, 404],
  params,
  query: inContexts,
  response: InboxNotification,
} as const;

export const readSubscriberNotification = operation({
  ...change,
  id: "readSubscriberNotification",
  path: `${notifications}/:notificationId/read`,
  summary: "Mark a subscriber's notification as read",
});

export const unreadSubscriberNotification = operation({
  ...change,
  id: "unreadSubscriberNotification",
  path: `${notifications}/:notificationId/unread`,
  summary: "Mark a subscriber's notification as unread",
});

export const archiveSubscriberNotification = operation({
  ...change,
  id: "archiveSubscriberNotification",
  path: `${notifications}/:notificationId/archive`,
  summary: "Archive a subscriber's notification",
});

export const unarchiveSubscriberNotification = operation({
  ...change,
  id: "unarchiveSubscriberNotification",
  path: `${notifications}/:notificationId/unarchive`,
  summary: "Return a subscriber's notification from the archive",
});

export const snoozeSubscriberNotification = operation({
  ...change,
  id: "snoozeSubscriberNotification",
  path: `${notifications}/:notificationId/snooze`,
  summary: "Snooze a subscriber's notification",
  description: "It is hidden until the given moment, and then returns as unread.",
  body: InboxSnooze,
});

export const unsnoozeSubscriberNotification = operation({
  ...change,
  id: "unsnoozeSubscriberNotification",
  path: `${notifications}/:notificationId/unsnooze`,
  summary: "End the snooze of a subscriber's notification",
});

const ofAction = { ...change, params: Type.Object({ ...params.properties, ...InboxActionType.properties }) };

export const completeSubscriberAction = operation({
  ...ofAction,
  id: "completeSubscriberAction",
  path: `${notifications}/:notificationId/actions/:actionType/complete`,
  summary: "Complete an action of a subscriber's notification",
});

export const revertSubscriberAction = operation({
  ...ofAction,
  id: "revertSubscriberAction",
  path: `${notifications}/:notificationId/actions/:actionType/revert`,
  summary: "Revert an action of a subscriber's notification",
});

export const deleteSubscriberNotification = operation({
  id: "deleteSubscriberNotification",
  chapter,
  method: "DELETE",
  path: `${notifications}/:notificationId`,
  summary: "Delete a subscriber's notification",
  status: 204,
  failures: [404],
  params,
  query: inContexts,
});

/** Of a body; a query has a list with one item for a single value. */
const withContexts = { contextKeys };
const Selection = Type.Object(
  { ...InboxSelection.properties, ...withContexts },
  {
    title: "SubscriberInboxSelection",
    description: "Notifications with these tags, data and contexts; without any of them, all.",
  },
);
const Seen = Type.Object(
  { ...InboxSeen.properties, ...withContexts },
  { title: "SubscriberInboxSeen", description: "Notifications that the subscriber has seen." },
);

const bulk = {
  chapter,
  method: "POST",
  status: 204,
  failures: [404],
  params: ofSubscriber,
  body: Selection,
} as const;

export const readSubscriberNotifications = operation({
  ...bulk,
  id: "readSubscriberNotifications",
  path: `${notifications}/read`,
  summary: "Mark many notifications of a subscriber as read",
});

export const archiveSubscriberNotifications = operation({
  ...bulk,
  id: "archiveSubscriberNotifications",
  path: `${notifications}/archive`,
  summary: "Archive many notifications of a subscriber",
});

export const archiveReadSubscriberNotifications = operation({
  ...bulk,
  id: "archiveReadSubscriberNotifications",
  path: `${notifications}/read-archive`,
  summary: "Archive the notifications that a subscriber has read",
});

export const deleteSubscriberNotifications = operation({
  ...bulk,
  id: "deleteSubscriberNotifications",
  path: `${notifications}/delete`,
  summary: "Delete many notifications of a subscriber",
});

export const seeSubscriberNotifications = operation({
  ...bulk,
  id: "seeSubscriberNotifications",
  path: `${notifications}/seen`,
  summary: "Mark notifications of a subscriber as seen",
  body: Seen,
});

export const INBOX_BY_KEY_OPERATIONS = [
  listSubscriberNotifications,
  countSubscriberNotifications,
  readSubscriberNotification,
  unreadSubscriberNotification,
  archiveSubscriberNotification,
  unarchiveSubscriberNotification,
  snoozeSubscriberNotification,
  unsnoozeSubscriberNotification,
  completeSubscriberAction,
  revertSubscriberAction,
  deleteSubscriberNotification,
  readSubscriberNotifications,
  archiveSubscriberNotifications,
  archiveReadSubscriberNotifications,
  deleteSubscriberNotifications,
  seeSubscriberNotifications,
] as const;
