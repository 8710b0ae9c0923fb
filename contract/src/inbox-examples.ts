import { MADE_IDS } from "./example-ids.ts";
import type { OperationExample } from "./operation-example.ts";

/** Examples of path parameters of the inbox, where they differ. */
export const PARAMS_OF_INBOX: Readonly<Record<string, string>> = {
  notificationId: MADE_IDS.inboxNotificationId,
  actionType: "primary",
};
const UNREAD_FILTERS = { filters: '[{"read":false,"snoozed":false}]' };
const SNOOZE = { snoozeUntil: "2030-01-01T09:00:00.000Z" };
const NEWS = { tags: ["news"] };

/** Examples of the operations of in-app messages, by operation id. */
export const INBOX_EXAMPLES: Readonly<Record<string, OperationExample>> = {
  createInboxSession: {
    body: { applicationIdentifier: MADE_IDS.environmentId, subscriber: { subscriberId: "ada" } },
  },
  listInboxNotifications: { query: { read: "false", limit: "10" } },
  countInboxNotifications: { query: UNREAD_FILTERS },
  snoozeInboxNotification: { body: SNOOZE },
  completeInboxAction: { body: { actionType: "primary" } },
  revertInboxAction: { body: { actionType: "primary" } },
  readInboxNotifications: { body: NEWS },
  archiveInboxNotifications: { body: NEWS },
  archiveReadInboxNotifications: { body: NEWS },
  deleteInboxNotifications: { body: { tags: ["old-news"] } },
  seeInboxNotifications: { body: { notificationIds: [MADE_IDS.inboxNotificationId] } },
  listSubscriberNotifications: { query: { read: "false", limit: "10" } },
  countSubscriberNotifications: { query: UNREAD_FILTERS },
  snoozeSubscriberNotification: { body: SNOOZE },
  deleteSubscriberNotification: { params: { notificationId: MADE_IDS.oldInboxNotificationId } },
  readSubscriberNotifications: { body: NEWS },
  archiveSubscriberNotifications: { body: NEWS },
  archiveReadSubscriberNotifications: { body: NEWS },
  deleteSubscriberNotifications: { body: { tags: ["old-news"] } },
  seeSubscriberNotifications: { body: { notificationIds: [MADE_IDS.inboxNotificationId] } },
  markMessagesAsV1: { body: { messageId: MADE_IDS.inAppMessageId, markAs: "read" } },
  markMessagesV1: { body: { messageId: MADE_IDS.inAppMessageId, mark: { read: true } } },
  markAllMessagesV1: { body: { markAs: "read" } },
  markMessageActionV1: {
    params: { messageId: MADE_IDS.inAppMessageId, type: "primary" },
    body: { status: "done", payload: { accepted: true } },
  },
  getFeedV1: { query: { limit: "10" } },
  updateOnlineStatusV1: { body: { isOnline: true } },
};
