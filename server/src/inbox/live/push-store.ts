import type { Severity } from "@tidings/contract";
import sql from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { SubscriberId } from "../../foundation/ids.ts";
import { NOTHING_UNREAD, type UnreadCounts } from "../inbox-message.ts";

/** The counts of one subscriber in one set of contexts. */
export type InboxCountsRow = { unread: UnreadCounts; unseen: number };

/** The name of an inbox: a subscriber and its contexts. */
export function inboxName(subscriberId: SubscriberId, contextKeys: readonly string[] | null): string {
  return [subscriberId, ...(contextKeys ?? [])].join("|");
}

type Row = {
  subscriberId: SubscriberId;
  contextKeys: string[] | null;
  severity: Severity;
  unread: number;
  unseen: number;
};

/** The unread and the unseen messages of many subscribers, by `inboxName`. Inboxes without any are missing. */
export async function countInboxes(
  database: Queryable,
  environmentId: string,
  subscriberIds: readonly SubscriberId[],
): Promise<Map<string, InboxCountsRow>> {
  const rows = await database.query<Row>(sql`
    select m.subscriber_id as "subscriberId", m.context_keys as "contextKeys", coalesce(m.severity, 'none') as severity,
      count(*)::integer as unread, (count(*) filter (where m.seen_at is null))::integer as unseen
    from messages m
    where m.environment_id = ${environmentId} and m.subscriber_id = any(${subscriberIds}) and m.channel = 'in_app'
      and m.read_at is null and m.status = 'sent' and m.erased_at is null and m.snoozed_until is null
    group by m.subscriber_id, m.context_keys, m.severity`);
  const counts = new Map<string, InboxCountsRow>();
  for (const { subscriberId, contextKeys, severity, unread, unseen } of rows) {
    const name = inboxName(subscriberId, contextKeys);
    const before = counts.get(name) ?? { unread: NOTHING_UNREAD, unseen: 0 };
    counts.set(name, { unread: { ...before.unread, [severity]: unread }, unseen: before.unseen + unseen });
  }
  return counts;
}
