import sql, { type Sql } from "sql-template-tag";
import { countsOf } from "../counters/counter-store.ts";
import type { Queryable } from "../database/database.ts";
import { hashOfContexts, type MessageFilter, matches, matchesStored } from "./message-filter-store.ts";

/** The number of matching messages: summed from the counters if they have the filter, else counted from the rows. */
export async function countMessages(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
): Promise<number> {
  const ofContexts = filter.contextKeys && sql`contexts = ${hashOfContexts(filter.contextKeys)}`;
  const counted = isCounted(filter)
    ? sql`
      select ((select coalesce(sum(c.amount), 0) from ${countsOf(environmentId, {
        table: "message_counts",
        list: "messages",
        columns: "channel",
        where: [...sendingConditions(filter), ...workflowConditions(filter)],
        sums: ofContexts ?? sql`contexts = ''`,
        ...(ofContexts ? { appended: ofContexts } : {}),
      })}) - (select count(*) from ${hidden(environmentId, filter)}))::float8 as total`
    : sql`select count(*)::float8 as total from messages m where ${matches(environmentId, filter)}`;
  const [row] = await database.queryPlanned<{ total: number }>(counted);
  return row?.total ?? 0;
}

/** The filters that the counters have; those by subscriber, trigger or notification match few messages. */
export function isCounted(filter: MessageFilter): boolean {
  const { channel, status, workflowIds, integration, contextKeys, ...others } = filter;
  return Object.values(others).every((value) => value === undefined);
}

/** The conditions for counters that all of their tables have. */
export function sendingConditions({ channel, status, integration }: MessageFilter): Sql[] {
  const conditions: Sql[] = [];
  if (channel !== undefined) conditions.push(sql`channel = ${channel}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (integration !== undefined)
    conditions.push(sql`integration_id = ${integration.id} and channel = ${integration.channel}`);
  return conditions;
}

export function workflowConditions({ workflowIds }: MessageFilter): Sql[] {
  return workflowIds === undefined ? [] : [sql`workflow_id = any(${workflowIds})`];
}

/**
 * Messages of deleted subscribers that are not erased yet: they are not listed, but counted. A lateral join, because
 * PostgreSQL expects many rows in the nearly always empty table of erasures.
 */
export function hidden(environmentId: string, filter: MessageFilter): Sql {
  return sql`erasures e cross join lateral (
    select m.id from messages m
    where ${matchesStored(environmentId, filter)} and m.subscriber_id = e.id offset 0
  ) h where e.environment_id = ${environmentId}`;
}
