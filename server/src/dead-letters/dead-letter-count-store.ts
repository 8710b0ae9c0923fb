import sql, { join, type Sql } from "sql-template-tag";
import { countsOf } from "../counters/counter-store.ts";
import { wholeMinutes } from "../counters/minute-spans.ts";
import { among } from "../database/among.ts";
import type { Queryable } from "../database/database.ts";
import { type DeadLetterFilter, matches } from "./dead-letter-store.ts";

/**
 * Counts by reason: summed from the counters if they have the filter, else counted from the rows. Of a range of time, the
 * part before its first whole minute and the part after the last are counted from the rows.
 */
export function countDeadLetters(
  database: Queryable,
  environmentId: string,
  filter: DeadLetterFilter,
): Promise<{ reason: string; count: number }[]> {
  const parts = countedParts(environmentId, filter) ?? [rows(environmentId, filter)];
  return database.queryPlanned(sql`
    select c.reason, sum(c.amount)::float8 as count from (${join(parts, " union all ")}) c
    group by c.reason having sum(c.amount) <> 0 order by c.reason`);
}

const rows = (environmentId: string, filter: DeadLetterFilter, part = sql`true`): Sql => sql`
  select d.reason, count(*) as amount from dead_letters d
  where ${matches(environmentId, filter)} and ${part} group by d.reason`;

function countedParts(environmentId: string, filter: DeadLetterFilter): Sql[] | undefined {
  if (!isCounted(filter)) return undefined;
  const where = conditionsOf(filter);
  const table = { table: "dead_letter_counts", list: "dead_letters", columns: "reason", where } as const;
  const { diedAfter, diedBefore } = filter;
  if (!(diedAfter || diedBefore)) return [sumsOf(environmentId, { ...table, sums: sql`level = 0` })];
  const from = diedAfter?.getTime() ?? Number.NEGATIVE_INFINITY;
  const whole = wholeMinutes({ from, to: diedBefore?.getTime() ?? Number.POSITIVE_INFINITY });
  if (!whole) return undefined;
  const spans = whole.spans.map((span) => sql`(level = ${span.level} and ${isWithin(span)})`);
  const sums = sql`(${join(spans, " or ")})`;
  const parts = [sumsOf(environmentId, { ...table, sums, appended: isWithin(whole.all) })];
  const [first, end] = [new Date(whole.ms.from), new Date(whole.ms.to)];
  if (diedAfter) parts.push(rows(environmentId, filter, sql`d.died_at < ${first}`));
  if (diedBefore) parts.push(rows(environmentId, filter, sql`d.died_at >= ${end}`));
  return parts;
}

const sumsOf = (environmentId: string, counted: Parameters<typeof countsOf>[1]): Sql =>
  sql`select c.reason, c.amount from ${countsOf(environmentId, counted)}`;

const isWithin = ({ from, to }: { from: string; to: string }): Sql => sql`(span >= ${from} and span < ${to})`;

/** The filters that the counters have. */
function isCounted(filter: DeadLetterFilter): boolean {
  const { channel, reason, workflowIds, integrationId, isReplayed, isDiscarded, ...others } = filter;
  const { diedAfter, diedBefore, ...few } = others;
  return Object.values(few).every((value) => value === undefined || value === "");
}

function conditionsOf(filter: DeadLetterFilter): Sql[] {
  const { channel, reason, workflowIds, integrationId } = filter;
  const conditions = [sql`status = ${statusOf(filter)}`];
  if (channel) conditions.push(sql`channel = ${channel}`);
  if (reason) conditions.push(sql`reason = ${reason}`);
  if (integrationId) conditions.push(sql`integration_id = ${integrationId}`);
  if (workflowIds) conditions.push(sql`workflow_id ${among(workflowIds)}`);
  return conditions;
}

/** As the function dead_letter_status of the database names it. */
function statusOf({ isReplayed, isDiscarded }: DeadLetterFilter): string {
  if (isReplayed) return isDiscarded ? "both" : "replayed";
  return isDiscarded ? "discarded" : "waiting";
}
