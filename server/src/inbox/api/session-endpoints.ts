import {
  archiveInboxNotification,
  archiveInboxNotifications,
  archiveReadInboxNotifications,
  completeInboxAction,
  countInboxNotifications,
  deleteInboxNotification,
  deleteInboxNotifications,
  listInboxNotifications,
  readInboxNotification,
  readInboxNotifications,
  revertInboxAction,
  seeInboxNotifications,
  snoozeInboxNotification,
  unarchiveInboxNotification,
  unreadInboxNotification,
  unsnoozeInboxNotification,
} from "@tidings/contract";
import type { Endpoint } from "../../http/endpoint.ts";
import { sessionEndpoint } from "../../http/session-endpoint.ts";
import type { InboxChange } from "../change.ts";
import { countsOf, type InboxCalls, listOf } from "./inbox-calls.ts";
import { toCountFilters, toFilter, toSelection } from "./inbox-filter-wire.ts";
import { toPosition } from "./inbox-position.ts";

/** What a browser does with the notifications of its session. */
export function sessionEndpoints(calls: InboxCalls): Endpoint[] {
  return [...LISTS, ...singleEndpoints(calls), ...bulkEndpoints(calls)];
}

const LISTS: Endpoint[] = [
  sessionEndpoint(listInboxNotifications, "nothing", async (call) => {
    const { limit: _, after: __, offset: ___, ...filter } = call.query;
    const wanted = { filter: toFilter(call.query), position: toPosition(call.query) };
    return { ...(await listOf(call, { inbox: call.session, ...wanted })), filter };
  }),
  sessionEndpoint(countInboxNotifications, "nothing", (call) =>
    countsOf(call, call.session, toCountFilters(call.query.filters)),
  ),
];

/** The changes without further data. */
type SimpleKind = Exclude<InboxChange["kind"], "snoozed">;

function singleEndpoints(calls: InboxCalls): Endpoint[] {
  const change = (operation: typeof readInboxNotification, kind: SimpleKind) =>
    sessionEndpoint(operation, "marks", (call) =>
      calls.change(call, call.session, call.params.notificationId, { kind }),
    );
  const complete = (operation: typeof completeInboxAction, status: "done" | "pending") =>
    sessionEndpoint(operation, "marks", (call) => {
      const { notificationId: id } = call.params;
      return calls.complete(call, call.session, { id, type: call.body.actionType, status });
    });
  return [
    change(readInboxNotification, "read"),
    change(unreadInboxNotification, "unread"),
    change(archiveInboxNotification, "archived"),
    change(unarchiveInboxNotification, "unarchived"),
    change(unsnoozeInboxNotification, "unsnoozed"),
    sessionEndpoint(snoozeInboxNotification, "marks", (call) => {
      const until = new Date(call.body.snoozeUntil);
      return calls.change(call, call.session, call.params.notificationId, { kind: "snoozed", until });
    }),
    complete(completeInboxAction, "done"),
    complete(revertInboxAction, "pending"),
    sessionEndpoint(deleteInboxNotification, "nothing", (call) =>
      calls.delete(call, call.session, call.params.notificationId),
    ),
  ];
}

/** What is snoozed stays as it is, unless it is deleted or named. */
function bulkEndpoints(calls: InboxCalls): Endpoint[] {
  const change = (operation: typeof readInboxNotifications, kind: SimpleKind, read?: boolean) =>
    sessionEndpoint(operation, "marks", async (call) => {
      const selection = { filter: { ...toSelection(call.body), snoozed: false, read } };
      await calls.changeMany(call, call.session, { change: { kind }, selection });
      return undefined;
    });
  return [
    change(readInboxNotifications, "read", false),
    change(archiveInboxNotifications, "archived"),
    change(archiveReadInboxNotifications, "archived", true),
    sessionEndpoint(deleteInboxNotifications, "nothing", (call) =>
      calls.deleteMany(call, call.session, { filter: toSelection(call.body) }),
    ),
    sessionEndpoint(seeInboxNotifications, "marks", async (call) => {
      const { notificationIds: ids } = call.body;
      const selection = ids ? { ids } : { filter: { ...toSelection(call.body), snoozed: false } };
      await calls.changeMany(call, call.session, { change: { kind: "seen" }, selection });
      return undefined;
    }),
  ];
}
