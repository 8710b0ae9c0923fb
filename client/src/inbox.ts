import {
  archiveReadSubscriberNotifications,
  archiveSubscriberNotification,
  archiveSubscriberNotifications,
  type BodyOf,
  completeSubscriberAction,
  countSubscriberNotifications,
  deleteSubscriberNotification,
  deleteSubscriberNotifications,
  listSubscriberNotifications,
  type QueryOf,
  readSubscriberNotification,
  readSubscriberNotifications,
  revertSubscriberAction,
  seeSubscriberNotifications,
  snoozeSubscriberNotification,
  unarchiveSubscriberNotification,
  unreadSubscriberNotification,
  unsnoozeSubscriberNotification,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type Inbox = ReturnType<typeof inbox>;
export type InboxQuery = QueryOf<typeof listSubscriberNotifications>;
/** Tags, data and contexts of notifications; without any of them, all. */
export type InboxSelection = BodyOf<typeof readSubscriberNotifications>;
/** Contexts of the notification: it is found only if it has exactly these. */
type InContexts = QueryOf<typeof readSubscriberNotification>;
/** A filter of a count. */
export type InboxCountFilter = {
  readonly read?: boolean;
  readonly seen?: boolean;
  readonly archived?: boolean;
  readonly snoozed?: boolean;
  readonly tags?: readonly string[];
  readonly severity?: string | readonly string[];
  readonly data?: object;
};
type Button = "primary" | "secondary";

/** The inbox of any subscriber: its in-app messages, which an inbox calls notifications. */
export const inbox = (call: Call) => ({
  ...readings(call),
  ...changes(call),
  ...bulkChanges(call),
});

const readings = (call: Call) => ({
  /** Newest first; the next page begins with `after`, the id of the last notification. */
  list: (subscriberId: string, query: InboxQuery = {}) =>
    call(listSubscriberNotifications, { params: { subscriberId }, query }),
  /** One count for each filter, in their order. */
  count: (subscriberId: string, filters: readonly InboxCountFilter[]) => {
    const query = { filters: JSON.stringify(filters) };
    return call(countSubscriberNotifications, { params: { subscriberId }, query });
  },
});

const changes = (call: Call) => {
  const change =
    (operation: typeof readSubscriberNotification) =>
    (subscriberId: string, notificationId: string, query: InContexts = {}) =>
      call(operation, { params: { subscriberId, notificationId }, query });
  const action =
    (operation: typeof completeSubscriberAction) =>
    (subscriberId: string, notificationId: string, actionType: Button, query: InContexts = {}) =>
      call(operation, { params: { subscriberId, notificationId, actionType }, query });
  return {
    read: change(readSubscriberNotification),
    unread: change(unreadSubscriberNotification),
    archive: change(archiveSubscriberNotification),
    unarchive: change(unarchiveSubscriberNotification),
    unsnooze: change(unsnoozeSubscriberNotification),
    /** Hidden until then: a moment in the future, at most 90 days away, in ISO 8601. */
    snooze: (subscriberId: string, notificationId: string, snoozeUntil: string, query: InContexts = {}) =>
      call(snoozeSubscriberNotification, {
        params: { subscriberId, notificationId },
        query,
        body: { snoozeUntil },
      }),
    completeAction: action(completeSubscriberAction),
    revertAction: action(revertSubscriberAction),
    delete: (subscriberId: string, notificationId: string, query: InContexts = {}) =>
      call(deleteSubscriberNotification, { params: { subscriberId, notificationId }, query }),
  };
};

const bulkChanges = (call: Call) => {
  const bulk =
    (operation: typeof readSubscriberNotifications) =>
    (subscriberId: string, selection: InboxSelection = {}) =>
      call(operation, { params: { subscriberId }, body: selection });
  return {
    readAll: bulk(readSubscriberNotifications),
    archiveAll: bulk(archiveSubscriberNotifications),
    /** Archives the notifications that were read. */
    archiveRead: bulk(archiveReadSubscriberNotifications),
    deleteAll: bulk(deleteSubscriberNotifications),
    /** The given notifications, or the selected ones. */
    seen: (subscriberId: string, selection: BodyOf<typeof seeSubscriberNotifications> = {}) =>
      call(seeSubscriberNotifications, { params: { subscriberId }, body: selection }),
  };
};
