import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { InboxChange } from "./change.ts";
import type { InboxFilter } from "./inbox-filter.ts";
import { inInbox, matchesFilter } from "./inbox-filter-store.ts";
import type { Inbox } from "./session.ts";

/** The messages of an inbox that a change is about. */
export type Selection = { ids: readonly string[] } | { filter: InboxFilter };

/** A message after its change. */
export type ChangedMessage = {
  id: string;
  notificationId: string;
  position: number;
  wasSeen: boolean;
  wasRead: boolean;
  isSeen: boolean;
  isRead: boolean;
};

/**
 * Changes at most `limit` messages of the selection, oldest first, that are not yet in the wanted state. A read message
 * counts as seen; reading takes a message out of the archive, because it is in use again.
 */
export async function changeMessages(
  tx: Queryable,
  environmentId: string,
  inbox: Inbox,
  { change, selection, limit, now }: { change: InboxChange; selection: Selection; limit: number; now: Date },
): Promise<ChangedMessage[]> {
  return tx.query<ChangedMessage>(sql`
    with target as materialized (
      select m.id, m.seen_at, m.read_at from messages m
      where ${inInbox(environmentId, inbox)} and ${selected(selection)} and ${isOpenTo(change)}
      order by m.id limit ${limit} for update of m
    )
    update messages m set ${assignments(change, now)}, updated_at = ${now}
    from target where m.environment_id = ${environmentId} and m.id = target.id
    returning m.id, m.notification_id as "notificationId", m.position, target.seen_at is not null as "wasSeen",
      target.read_at is not null as "wasRead", m.seen_at is not null as "isSeen", m.read_at is not null as "isRead"`);
}

function selected(selection: Selection): Sql {
  return "ids" in selection ? sql`m.id = any(${selection.ids})` : matchesFilter(selection.filter);
}

/** Whether the change changes a message. */
function isOpenTo({ kind }: InboxChange): Sql {
  switch (kind) {
    case "seen":
      return sql`m.seen_at is null`;
    case "unseen":
      return sql`(m.seen_at is not null or m.read_at is not null)`;
    case "read":
      return sql`(m.read_at is null or m.archived_at is not null)`;
    case "unread":
      return sql`(m.read_at is not null or m.archived_at is not null)`;
    case "archived":
      return sql`m.archived_at is null`;
    case "unarchived":
      return sql`m.archived_at is not null`;
    case "snoozed":
      return sql`true`;
    case "unsnoozed":
      return sql`m.snoozed_until is not null`;
  }
}

function assignments(change: InboxChange, now: Date): Sql {
  const seen = sql`seen_at = coalesce(m.seen_at, ${now}), first_seen_at = coalesce(m.first_seen_at, ${now})`;
  switch (change.kind) {
    case "seen":
      return seen;
    case "unseen":
      return sql`seen_at = null, read_at = null`;
    case "read":
      return sql`${seen}, read_at = coalesce(m.read_at, ${now}), archived_at = null`;
    case "unread":
      return sql`read_at = null, archived_at = null`;
    case "archived":
      return sql`${seen}, read_at = coalesce(m.read_at, ${now}), archived_at = ${now}, snoozed_until = null`;
    case "unarchived":
      return sql`archived_at = null`;
    case "snoozed":
      return sql`${seen}, snoozed_until = ${change.until}, archived_at = null`;
    case "unsnoozed":
      return RETURNED(now);
  }
}

/** A message that returns from a snooze is unread, and delivered once more. */
const RETURNED = (now: Date): Sql =>
  sql`snoozed_until = null, read_at = null, delivered_at = coalesce(m.delivered_at, '{}') || ${now}::timestamptz`;

/** Deletes at most `limit` messages of the selection. @returns how many. */
export async function deleteMessages(
  database: Queryable,
  environmentId: string,
  inbox: Inbox,
  { selection, limit }: { selection: Selection; limit: number },
): Promise<number> {
  const rows = await database.query<{ id: string }>(sql`
    delete from messages where environment_id = ${environmentId} and id in (
      select m.id from messages m where ${inInbox(environmentId, inbox)} and ${selected(selection)}
      order by m.id limit ${limit} for update)
    returning id`);
  return rows.length;
}
