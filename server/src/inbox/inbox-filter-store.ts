import sql, { empty, join, type Sql } from "sql-template-tag";
import type { InboxFilter } from "./inbox-filter.ts";
import type { Inbox } from "./session.ts";

/** The SQL condition for the in-app messages `m` of an inbox. */
export function inInbox(environmentId: string, { subscriberId, contextKeys }: Inbox): Sql {
  return sql`${inAnyInbox(environmentId)} and m.subscriber_id = ${subscriberId} ${inContexts(contextKeys)}`;
}

/** The SQL condition for the messages `m` that the inbox of their subscriber shows. */
export function inAnyInbox(environmentId: string): Sql {
  return sql`m.environment_id = ${environmentId} and m.channel = 'in_app' and m.status = 'sent' and m.erased_at is null`;
}

function inContexts(contextKeys: Inbox["contextKeys"]): Sql {
  if (contextKeys === undefined) return empty;
  if (contextKeys.length === 0) return sql`and m.context_keys is null`;
  return sql`and m.context_keys = ${contextKeys}::text[]`;
}

/** The SQL condition for the messages `m` that match a filter. */
export function matchesFilter(filter: InboxFilter): Sql {
  const { tagGroups = [], severities = [], data, createdFrom, createdTo } = filter;
  const conditions = [sql`true`];
  if (filter.read !== undefined) conditions.push(isSet(sql`m.read_at`, filter.read));
  if (filter.seen !== undefined) conditions.push(isSet(sql`m.seen_at`, filter.seen));
  if (filter.archived !== undefined) conditions.push(isSet(sql`m.archived_at`, filter.archived));
  if (filter.snoozed !== undefined) conditions.push(isSet(sql`m.snoozed_until`, filter.snoozed));
  for (const tags of tagGroups) conditions.push(sql`m.tags && ${tags}::text[]`);
  if (severities.length > 0) conditions.push(sql`coalesce(m.severity, 'none') = any(${severities}::text[])`);
  if (data) conditions.push(sql`m.data::jsonb @> ${JSON.stringify(data)}::jsonb`);
  if (createdFrom) conditions.push(sql`m.created_at >= ${createdFrom}`);
  if (createdTo) conditions.push(sql`m.created_at <= ${createdTo}`);
  return join(conditions, " and ");
}

function isSet(column: Sql, wanted: boolean): Sql {
  return wanted ? sql`${column} is not null` : sql`${column} is null`;
}
