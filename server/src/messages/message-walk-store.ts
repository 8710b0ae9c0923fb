import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { afterSpan, findSpan, hasSpans } from "./message-count-store.ts";
import { type MessageFilter, matches } from "./message-filter-store.ts";

/** Where a page of messages begins: after `offset` messages, or beside the message of a cursor. */
export type MessageWindow = {
  offset: number;
  limit: number;
  cursor?: { id: string; isBefore: boolean };
};

/** Rows that are read in order before all messages of a workflow are collected instead. */
const WALKED_ROWS = 20_000;

/** From this offset on, the counters find the place of the page, and only messages of the same 4 seconds are skipped. */
const JUMPED_ROWS = 1_000;

/** The ids from the window's start on, one more than fits, and whether there are messages on its other side. */
export async function walkMessages(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
  window: MessageWindow,
): Promise<{ found: string[]; hasBehind: boolean }> {
  const { limit, cursor } = window;
  const start = await startOf(database, environmentId, filter, window.offset);
  if (!start) return { found: [], hasBehind: true };
  const { offset, below } = start;
  const isUp = cursor?.isBefore ?? false;
  const scope = matches(environmentId, filter);
  const ahead = cursor ? sql`m.id ${raw(isUp ? ">" : "<")} ${cursor.id}` : below;
  const order = sql`order by m.id ${raw(isUp ? "asc" : "desc")}`;
  const page = sql`${order} offset ${offset} limit ${limit + 1}`;
  const found = filter.workflowIds
    ? await walkWorkflow(database, { environmentId, scope, ahead, order, page, wanted: limit + 1 })
    : await idsOf(database, sql`select m.id from messages m where ${scope} and ${ahead} ${page}`);
  if (!cursor) return { found, hasBehind: window.offset > 0 };
  const behind = await idsOf(
    database,
    sql`select m.id from messages m where ${scope} and m.id ${raw(isUp ? "<=" : ">=")} ${cursor.id}
      order by m.id ${raw(isUp ? "desc" : "asc")} limit 1`,
  );
  return { found, hasBehind: behind.length > 0 };
}

/** The condition and the offset behind it with which a page begins; undefined if fewer messages match. */
async function startOf(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
  offset: number,
): Promise<{ offset: number; below: Sql } | undefined> {
  if (offset < JUMPED_ROWS || !hasSpans(filter)) return { offset, below: sql`true` };
  const place = await findSpan(database, environmentId, filter, offset);
  return place && { offset: offset - place.newer, below: sql`m.id < ${afterSpan(place.span)}` };
}

type WorkflowWalk = {
  environmentId: string;
  scope: Sql;
  ahead: Sql;
  order: Sql;
  page: Sql;
  /** The number of messages that fill the page. */
  wanted: number;
};

/**
 * A message does not store its workflow. Messages are read in order and compared, which fills the page of a workflow that
 * is in use. For another, its messages are collected by its notifications and sorted. (Of a million messages, the
 * 100,000 oldest were those of a workflow: reading in order alone took 2.6 s.)
 */
async function walkWorkflow(database: Queryable, walk: WorkflowWalk): Promise<string[]> {
  const { environmentId, scope, ahead, order, page, wanted } = walk;
  const near = await idsOf(
    database,
    sql`select m.id from (
      select * from messages m where m.environment_id = ${environmentId} and ${ahead} ${order} limit ${WALKED_ROWS}
    ) m where ${scope} ${page}`,
  );
  if (near.length === wanted) return near;
  return idsOf(
    database,
    sql`with matching as materialized (select m.id from messages m where ${scope})
      select m.id from matching m where ${ahead} ${page}`,
  );
}

async function idsOf(database: Queryable, statement: Sql): Promise<string[]> {
  const rows = await database.queryPlanned<{ id: string }>(statement);
  return rows.map(({ id }) => id);
}
