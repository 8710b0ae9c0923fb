import type { Severity } from "@tidings/contract";
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { bytesOf, firstOverBudget } from "../database/page-bytes.ts";
import { requestedIds } from "../database/requested-ids.ts";
import type { InboxFilter } from "./inbox-filter.ts";
import { inAnyInbox, inInbox, matchesFilter } from "./inbox-filter-store.ts";
import { type InboxMessage, NOTHING_UNREAD, type UnreadCounts } from "./inbox-message.ts";
import type { Inbox } from "./session.ts";

const COLUMNS = raw(`
  m.id, m.subscriber_id as "subscriberId", m.context_keys as "contextKeys", m.notification_id as "notificationId", t.transaction_id as "transactionId", n.workflow_id as "workflowId",
  m.subject, m.content, m.avatar, m.cta, m.data, m.severity, m.tags, m.seen_at as "seenAt",
  m.first_seen_at as "firstSeenAt", m.read_at as "readAt", m.archived_at as "archivedAt",
  m.snoozed_until as "snoozedUntil", m.delivered_at as "deliveredAt", m.created_at as "createdAt"`);

/** The notification and the trigger of a message exist as long as the message does. */
const PARENTS = raw(`
  join notifications n on n.environment_id = m.environment_id and n.id = m.notification_id
  join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id`);

const BYTES = bytesOf("r.content", "r.subject", "r.cta", "r.data", "r.avatar");

/** After the message `after`, in the order of the list, and then after `offset` more. */
export type Position = { after?: string | undefined; offset: number; limit: number };

/** Messages newest first, and whether there are more. A page ends early if its messages are larger than 16 MB. */
export async function listInbox(
  database: Queryable,
  environmentId: string,
  inbox: Inbox,
  { filter, position }: { filter: InboxFilter; position: Position },
): Promise<{ messages: InboxMessage[]; hasMore: boolean }> {
  const { after, offset, limit } = position;
  const isAfter = after === undefined ? sql`true` : sql`m.id < ${after}`;
  const page = sql`
    select m.id from messages m
    where ${inInbox(environmentId, inbox)} and ${isAfter} and ${matchesFilter(filter)}
    order by m.id desc offset ${offset} limit ${limit + 1}`;
  const found = isUsual(filter)
    ? await database.query<{ id: string }>(page)
    : await database.queryPlanned<{ id: string }>(page);
  const messages = await readInbox(
    database,
    environmentId,
    inbox,
    found.slice(0, limit).map(({ id }) => id),
  );
  return { messages, hasMore: messages.length > 0 && messages.length < found.length };
}

/**
 * What an inbox shows first: its index is the best plan for every subscriber, and planning takes longer than reading. With other conditions,
 * a caller could make each connection prepare hundreds of statements.
 */
function isUsual({ archived: _, snoozed: __, ...others }: InboxFilter): boolean {
  return Object.values(others).every(
    (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  );
}

/** Those of these messages that are in the inbox, in this order: as many as fit into a page, but at least one. */
export async function readInbox(
  database: Queryable,
  environmentId: string,
  inbox: Inbox,
  ids: readonly string[],
): Promise<InboxMessage[]> {
  return readWhere(database, environmentId, inInbox(environmentId, inbox), ids);
}

/** Those of these messages that any inbox shows, in this order: as many as fit into a page, but at least one. */
export async function readInboxes(
  database: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<InboxMessage[]> {
  return readWhere(database, environmentId, inAnyInbox(environmentId), ids);
}

async function readWhere(
  database: Queryable,
  environmentId: string,
  condition: Sql,
  ids: readonly string[],
): Promise<InboxMessage[]> {
  if (ids.length === 0) return [];
  return database.query<InboxMessage>(sql`
    with r as materialized (
      select requested.at, its.* from ${requestedIds(ids)} as requested(id, at) cross join lateral (
        select ${COLUMNS} from messages m ${PARENTS}
        where m.environment_id = ${environmentId} and m.id = requested.id and ${condition} offset 0
      ) its
    ), budget as materialized (
      select ${firstOverBudget({ rows: sql`r`, bytes: BYTES })} as first_over
    )
    select r.* from r cross join budget b where b.first_over is null or r.at < greatest(b.first_over, 2)
    order by r.at`);
}

/** The number of messages that match each filter: one walk through the inbox for all of them. */
export async function countInbox(
  database: Queryable,
  environmentId: string,
  inbox: Inbox,
  filters: readonly InboxFilter[],
): Promise<number[]> {
  if (filters.length === 0) return [];
  const counts = filters.map((filter) => sql`count(*) filter (where ${matchesFilter(filter)})::integer`);
  const [row] = await database.queryPlanned<{ counts: number[] }>(sql`
    select array[${join(counts)}] as counts from messages m
    where ${inInbox(environmentId, inbox)} and ${common(filters)}`);
  return row?.counts ?? [];
}

/** If all filters want unread messages, only the index of these is read. */
function common(filters: readonly InboxFilter[]): Sql {
  return filters.every(({ read }) => read === false) ? sql`m.read_at is null` : sql`true`;
}

/** Unread messages that are not snoozed, by severity. */
export async function countUnread(
  database: Queryable,
  environmentId: string,
  inbox: Inbox,
): Promise<UnreadCounts> {
  const rows = await database.query<{ severity: Severity; count: number }>(sql`
    select coalesce(m.severity, 'none') as severity, count(*)::integer as count from messages m
    where ${inInbox(environmentId, inbox)} and m.read_at is null and m.snoozed_until is null
    group by m.severity`);
  const counts = Object.fromEntries(rows.map(({ severity, count }) => [severity, count]));
  return { ...NOTHING_UNREAD, ...counts };
}
