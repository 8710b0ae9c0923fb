import {
  archiveReadSubscriberNotifications,
  archiveSubscriberNotification,
  archiveSubscriberNotifications,
  completeSubscriberAction,
  countSubscriberNotifications,
  deleteSubscriberNotification,
  deleteSubscriberNotifications,
  listSubscriberNotifications,
  readSubscriberNotification,
  readSubscriberNotifications,
  revertSubscriberAction,
  seeSubscriberNotifications,
  snoozeSubscriberNotification,
  unarchiveSubscriberNotification,
  unreadSubscriberNotification,
  unsnoozeSubscriberNotification,
} from "@tidings/contract";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import type { InboxChange } from "../change.ts";
import { countsOf, type InboxCalls, listOf } from "./inbox-calls.ts";
import { toCountFilters, toFilter, toSelection } from "./inbox-filter-wire.ts";
import { needInbox } from "./inbox-of-subscriber.ts";
import { toPosition } from "./inbox-position.ts";

/** What the holder of an API key does with the notifications of any subscriber. */
export function byKeyEndpoints(calls: InboxCalls): Endpoint[] {
  return [...LISTS, ...singleEndpoints(calls), ...bulkEndpoints(calls)];
}

const LISTS: Endpoint[] = [
  endpoint(listSubscriberNotifications, async (call) => {
    const { limit: _, after: __, offset: ___, contextKeys, ...filter } = call.query;
    const inbox = await needInbox(call, call.params.subscriberId, contextKeys);
    const wanted = { filter: toFilter(call.query), position: toPosition(call.query) };
    return { ...(await listOf(call, { inbox, ...wanted })), filter };
  }),
  endpoint(countSubscriberNotifications, async (call) => {
    const filters = toCountFilters(call.query.filters);
    const inbox = await needInbox(call, call.params.subscriberId, call.query.contextKeys);
    return (await countsOf(call, inbox, filters)).data;
  }),
];

/** The changes without further data. */
type SimpleKind = Exclude<InboxChange["kind"], "snoozed">;

function singleEndpoints(calls: InboxCalls): Endpoint[] {
  const change = (operation: typeof readSubscriberNotification, kind: SimpleKind) =>
    endpoint(operation, async (call) => {
      const { subscriberId, notificationId } = call.params;
      const inbox = await needInbox(call, subscriberId, call.query.contextKeys);
      return calls.change(call, inbox, notificationId, { kind });
    });
  const complete = (operation: typeof completeSubscriberAction, status: "done" | "pending") =>
    endpoint(operation, async (call) => {
      const { subscriberId, notificationId: id, actionType: type } = call.params;
      const inbox = await needInbox(call, subscriberId, call.query.contextKeys);
      return calls.complete(call, inbox, { id, type, status });
    });
  return [
    change(readSubscriberNotification, "read"),
    change(unreadSubscriberNotification, "unread"),
    change(archiveSubscriberNotification, "archived"),
    change(unarchiveSubscriberNotification, "unarchived"),
    change(unsnoozeSubscriberNotification, "unsnoozed"),
    endpoint(snoozeSubscriberNotification, async (call) => {
      const { subscriberId, notificationId } = call.params;
      const inbox = await needInbox(call, subscriberId, call.query.contextKeys);
      const until = new Date(call.body.snoozeUntil);
      return calls.change(call, inbox, notificationId, { kind: "snoozed", until });
    }),
    complete(completeSubscriberAction, "done"),
    complete(revertSubscriberAction, "pending"),
    endpoint(deleteSubscriberNotification, async (call) => {
      const { subscriberId, notificationId } = call.params;
      return calls.delete(call, await needInbox(call, subscriberId, call.query.contextKeys), notificationId);
    }),
  ];
}

/** What is snoozed stays as it is, unless it is deleted or named. */
function bulkEndpoints(calls: InboxCalls): Endpoint[] {
  const change = (operation: typeof readSubscriberNotifications, kind: SimpleKind, read?: boolean) =>
    endpoint(operation, async (call) => {
      const selection = { filter: { ...toSelection(call.body), snoozed: false, read } };
      const inbox = await needInbox(call, call.params.subscriberId, call.body.contextKeys);
      await calls.changeMany(call, inbox, { change: { kind }, selection });
      return undefined;
    });
  return [
    change(readSubscriberNotifications, "read", false),
    change(archiveSubscriberNotifications, "archived"),
    change(archiveReadSubscriberNotifications, "archived", true),
    endpoint(deleteSubscriberNotifications, async (call) => {
      const filter = toSelection(call.body);
      const inbox = await needInbox(call, call.params.subscriberId, call.body.contextKeys);
      return calls.deleteMany(call, inbox, { filter });
    }),
    endpoint(seeSubscriberNotifications, async (call) => {
      const { notificationIds: ids } = call.body;
      const selection = ids ? { ids } : { filter: { ...toSelection(call.body), snoozed: false } };
      const inbox = await needInbox(call, call.params.subscriberId, call.body.contextKeys);
      await calls.changeMany(call, inbox, { change: { kind: "seen" }, selection });
      return undefined;
    }),
  ];
}
