import sql, { type Sql } from "sql-template-tag";
import { countsOf } from "../counters/counter-store.ts";
import type { Queryable } from "../database/database.ts";
import { type DeadLetterFilter, matches } from "./dead-letter-store.ts";

/** Counts by reason: summed from the counters if they have the filter, else counted from the rows. */
export function countDeadLetters(
  database: Queryable,
  environmentId: string,
  filter: DeadLetterFilter,
): Promise<{ reason: string; count: number }[]> {
  return database.queryPlanned(
    isCounted(filter)
      ? sql`
        select c.reason, sum(c.amount)::float8 as count
        from ${countsOf(environmentId, {
          table: "dead_letter_counts",
          list: "dead_letters",
          columns: "reason",
          where: conditionsOf(environmentId, filter),
        })}
        group by c.reason having sum(c.amount) <> 0 order by c.reason`
      : sql`
        select d.reason, count(*)::float8 as count from dead_letters d
        where ${matches(environmentId, filter)} group by d.reason order by d.reason`,
  );
}

/** The filters that the counters have. */
function isCounted(filter: DeadLetterFilter): boolean {
  const { channel, reason, workflowKey, integrationId, isReplayed, isDiscarded, ...others } = filter;
  return Object.values(others).every((value) => value === undefined || value === "");
}

function conditionsOf(environmentId: string, filter: DeadLetterFilter): Sql[] {
  const { channel, reason, workflowKey, integrationId } = filter;
  const conditions = [sql`status = ${statusOf(filter)}`];
  if (channel) conditions.push(sql`channel = ${channel}`);
  if (reason) conditions.push(sql`reason = ${reason}`);
  if (integrationId) conditions.push(sql`integration_id = ${integrationId}`);
  if (workflowKey) {
    conditions.push(sql`workflow_id in (
      select id from workflows where environment_id = ${environmentId} and identifier = ${workflowKey})`);
  }
  return conditions;
}

/** As the function dead_letter_status of the database names it. */
function statusOf({ isReplayed, isDiscarded }: DeadLetterFilter): string {
  if (isReplayed) return isDiscarded ? "both" : "replayed";
  return isDiscarded ? "discarded" : "waiting";
}
