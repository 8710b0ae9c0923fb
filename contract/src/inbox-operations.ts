import { Type } from "typebox";
import { databaseId } from "./fields.ts";
import {
  InboxActionType,
  InboxCountQuery,
  InboxCounts,
  InboxNotification,
  InboxPage,
  InboxQuery,
  InboxSeen,
  InboxSelection,
  InboxSnooze,
} from "./inbox.ts";
import { InboxSession, InboxSessionInput } from "./inbox-session.ts";
import { operation } from "./operation.ts";

const chapter = "Inbox";
/** Of all operations that a browser calls with the token of a session. */
const ofSession = { chapter, principal: "subscriber" } as const;
const params = Type.Object({ notificationId: databaseId("The notification.") });
const notifications = "/v1/inbox/notifications";

export const createInboxSession = operation({
  id: "createInboxSession",
  chapter,
  principal: "application",
  method: "POST",
  path: "/v1/inbox/session",
  summary: "Open a subscriber's inbox",
  description:
    "Called by a browser. With a valid `subscriberHash` (and `contextHash`, if there is a `context`), the profile and a first schedule of the subscriber and the contexts that do not exist are stored. Without them, where the in-app integration does not demand them, the request only names a subscriber and contexts: none of its values is stored (`warnings` names them), a subscriber that does not exist gets a row with nothing but its id (at most 10,000 in an environment, then 403), and the session ends within 10 seconds after `hmac` was switched on.",
  status: 201,
  failures: [400, 401, 403, 404],
  body: InboxSessionInput,
  response: InboxSession,
});

export const listInboxNotifications = operation({
  ...ofSession,
  id: "listInboxNotifications",
  method: "GET",
  path: notifications,
  summary: "List the notifications of the inbox",
  status: 200,
  query: InboxQuery,
  response: InboxPage,
});

export const countInboxNotifications = operation({
  ...ofSession,
  id: "countInboxNotifications",
  method: "GET",
  path: `${notifications}/count`,
  summary: "Count the notifications of the inbox",
  status: 200,
  query: InboxCountQuery,
  response: InboxCounts,
});

const change = {
  ...ofSession,
  method: "PATCH",
  status: 200,
  failures: [400, 404],
  params,
  response: InboxNotification,
} as const;

export const readInboxNotification = operation({
  ...change,
  id: "readInboxNotification",
  path: `${notifications}/:notificationId/read`,
  summary: "Mark a notification as read",
});

export const unreadInboxNotification = operation({
  ...change,
  id: "unreadInboxNotification",
  path: `${notifications}/:notificationId/unread`,
  summary: "Mark a notification as unread",
});

export const archiveInboxNotification = operation({
  ...change,
  id: "archiveInboxNotification",
  path: `${notifications}/:notificationId/archive`,
  summary: "Archive a notification",
});

export const unarchiveInboxNotification = operation({
  ...change,
  id: "unarchiveInboxNotification",
  path: `${notifications}/:notificationId/unarchive`,
  summary: "Return a notification from the archive",
});

export const snoozeInboxNotification = operation({
  ...change,
  id: "snoozeInboxNotification",
  path: `${notifications}/:notificationId/snooze`,
  summary: "Snooze a notification",
  description: "It is hidden until the given moment, and then returns as unread.",
  body: InboxSnooze,
});

export const unsnoozeInboxNotification = operation({
  ...change,
  id: "unsnoozeInboxNotification",
  path: `${notifications}/:notificationId/unsnooze`,
  summary: "End the snooze of a notification",
});

export const completeInboxAction = operation({
  ...change,
  id: "completeInboxAction",
  path: `${notifications}/:notificationId/complete`,
  summary: "Complete an action of a notification",
  body: InboxActionType,
});

export const revertInboxAction = operation({
  ...change,
  id: "revertInboxAction",
  path: `${notifications}/:notificationId/revert`,
  summary: "Revert an action of a notification",
  body: InboxActionType,
});

export const deleteInboxNotification = operation({
  ...ofSession,
  id: "deleteInboxNotification",
  method: "DELETE",
  path: `${notifications}/:notificationId/delete`,
  summary: "Delete a notification",
  status: 204,
  failures: [404],
  params,
});

const bulk = { ...ofSession, method: "POST", status: 204, body: InboxSelection } as const;

export const readInboxNotifications = operation({
  ...bulk,
  id: "readInboxNotifications",
  path: `${notifications}/read`,
  summary: "Mark many notifications as read",
});

export const archiveInboxNotifications = operation({
  ...bulk,
  id: "archiveInboxNotifications",
  path: `${notifications}/archive`,
  summary: "Archive many notifications",
});

export const archiveReadInboxNotifications = operation({
  ...bulk,
  id: "archiveReadInboxNotifications",
  path: `${notifications}/read-archive`,
  summary: "Archive the notifications that were read",
});

export const deleteInboxNotifications = operation({
  ...bulk,
  id: "deleteInboxNotifications",
  path: `${notifications}/delete`,
  summary: "Delete many notifications",
});

export const seeInboxNotifications = operation({
  ...bulk,
  id: "seeInboxNotifications",
  path: `${notifications}/seen`,
  summary: "Mark notifications as seen",
  body: InboxSeen,
});

/** Not in the list of operations: its response is a stream. */
export const openInboxStream = operation({
  ...ofSession,
  id: "openInboxStream",
  method: "GET",
  path: "/v1/inbox/stream",
  summary: "Follow the inbox live",
  description:
    "Server-sent events: `ready` with the counts, `notification_received`, `unread_count_changed`, `unseen_count_changed`, and `closing` before the server stops. Events between two connections are not repeated: read the list after `ready`.",
  status: 200,
});

/** Called by browsers with the token of a session. */
export const INBOX_OPERATIONS = [
  createInboxSession,
  listInboxNotifications,
  countInboxNotifications,
  readInboxNotification,
  unreadInboxNotification,
  archiveInboxNotification,
  unarchiveInboxNotification,
  snoozeInboxNotification,
  unsnoozeInboxNotification,
  completeInboxAction,
  revertInboxAction,
  deleteInboxNotification,
  readInboxNotifications,
  archiveInboxNotifications,
  archiveReadInboxNotifications,
  deleteInboxNotifications,
  seeInboxNotifications,
] as const;
