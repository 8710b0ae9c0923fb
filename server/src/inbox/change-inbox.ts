import type { Queryable, Transactional } from "../database/database.ts";
import { readTime } from "../environments/environment-store.ts";
import { AppError, invalidField } from "../foundation/app-error.ts";
import { insertDetails } from "../notifications/execution-detail-store.ts";
import { newDetail } from "../notifications/new-detail.ts";
import type { VersionCache } from "../workflows/version-cache.ts";
import type { InboxChange } from "./change.ts";
import { type ChangedMessage, changeMessages, deleteMessages, type Selection } from "./change-store.ts";
import type { InboxHints } from "./inbox-hints.ts";
import type { InboxMessage } from "./inbox-message.ts";
import { readInbox } from "./inbox-store.ts";
import type { Inbox } from "./session.ts";
import { wakeWaitingSteps } from "./wake-waiting-steps.ts";

export type ChangeParts = {
  database: Transactional;
  versions: VersionCache;
  /** Calls `then` when the change is durable. */
  whenDurable: (then: () => void) => void;
  announceWork: () => void;
  hints: InboxHints;
};

const BATCH = 500;

/**
 * Changes all messages of the selection in batches, each in its own transaction, with the effects of a change: execution
 * details, and steps that waited for the subscriber's reaction run at once.
 * @returns the number of changed messages.
 */
export async function changeInbox(
  parts: ChangeParts,
  environmentId: string,
  inbox: Inbox,
  { change, selection }: { change: InboxChange; selection: Selection },
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await changeBatch(parts, environmentId, inbox, { change, selection });
    total += count;
    // Snoozing does not end: it also changes what is snoozed already. It is never done with a filter.
    if (count < BATCH || change.kind === "snoozed") return total;
  }
}

async function changeBatch(
  { database, versions, whenDurable, announceWork, hints }: ChangeParts,
  environmentId: string,
  inbox: Inbox,
  { change, selection }: { change: InboxChange; selection: Selection },
): Promise<number> {
  let hasWoken = false;
  const changed = await database.transaction(async (tx) => {
    const { now } = await readTime(tx, environmentId);
    refuseUnusable(change, now);
    const rows = await changeMessages(tx, environmentId, inbox, { change, selection, limit: BATCH, now });
    const details = rows.flatMap((row) => detailsOf(row, now));
    if (details.length > 0) await insertDetails(tx, environmentId, details, now);
    const reacted = rows.filter(
      ({ wasSeen, wasRead, isSeen, isRead }) => isSeen > wasSeen || isRead > wasRead,
    );
    hasWoken = await wakeWaitingSteps({ tx, versions }, environmentId, reacted, now);
    return rows;
  });
  const returned = change.kind === "unsnoozed";
  whenDurable(() => {
    if (hasWoken) announceWork();
    const { subscriberId } = inbox;
    const ids = returned ? changed.map(({ id }) => ({ subscriberId, messageId: id })) : [];
    if (changed.length > 0) hints.changed(environmentId, ids.length > 0 ? ids : [{ subscriberId }]);
  });
  return changed.length;
}

function detailsOf({ notificationId, position, ...states }: ChangedMessage, now: Date) {
  const place = { notificationId, position };
  const { wasSeen, wasRead, isSeen, isRead } = states;
  return [
    ...(isSeen && !wasSeen ? [newDetail(place, { code: "message_seen", now })] : []),
    ...(isRead && !wasRead ? [newDetail(place, { code: "message_read", now })] : []),
  ];
}

const MAX_SNOOZE_MS = 90 * 24 * 3_600_000;

/** @throws AppError invalid for a snooze into the past, or of more than 90 days. */
function refuseUnusable(change: InboxChange, now: Date): void {
  if (change.kind !== "snoozed") return;
  const ms = change.until.getTime() - now.getTime();
  if (!(ms > 0)) throw invalidField("snoozeUntil", "snoozeUntil must be in the future");
  if (ms > MAX_SNOOZE_MS) throw invalidField("snoozeUntil", "snoozeUntil must be at most 90 days away");
}

/** Changes one message. @throws AppError not_found */
export async function changeOne(
  parts: ChangeParts,
  environmentId: string,
  inbox: Inbox,
  { id, change }: { id: string; change: InboxChange },
): Promise<InboxMessage> {
  await changeInbox(parts, environmentId, inbox, { change, selection: { ids: [id] } });
  return needMessage(parts.database, environmentId, inbox, id);
}

/** @throws AppError not_found */
export async function needMessage(
  database: Queryable,
  environmentId: string,
  inbox: Inbox,
  id: string,
): Promise<InboxMessage> {
  const [message] = await readInbox(database, environmentId, inbox, [id]);
  if (!message) throw messageNotFound(id);
  return message;
}

export function messageNotFound(id: string): AppError {
  return new AppError("not_found", `Notification with id: ${id} is not found.`);
}

/** Deletes all messages of the selection. @returns how many. */
export async function deleteFromInbox(
  { database, whenDurable, hints }: ChangeParts,
  environmentId: string,
  inbox: Inbox,
  selection: Selection,
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await deleteMessages(database, environmentId, inbox, { selection, limit: BATCH });
    total += count;
    if (count < BATCH) break;
  }
  if (total > 0) whenDurable(() => hints.changed(environmentId, [{ subscriberId: inbox.subscriberId }]));
  return total;
}
