import type { NotificationState, ReasonCode } from "@tidings/contract";
import sql, { join, type Sql } from "sql-template-tag";
import {
  detailsWithJobs,
  HAS_OUR_CODE,
  IS_OUR_FAILURE,
  IS_TRIED_AGAIN,
  OUR_FAILURES,
  STATE_OF_JOBS,
} from "./outcome-store.ts";

/** Filters by what became of notifications. All given conditions must match. */
export type StateFilter = {
  states?: readonly NotificationState[];
  /** Only notifications that need attention. */
  attention?: true;
  /** Codes of execution details, one of which the notification has. */
  codes?: readonly ReasonCode[];
  /** A step waits for a moment at or before this one. */
  dueBefore?: Date;
};

/** The SQL conditions for the notifications `n`. */
export function stateConditions(environmentId: string, filter: StateFilter): Sql[] {
  const { states, attention, codes, dueBefore } = filter;
  const conditions: Sql[] = [];
  if (states) conditions.push(isIn(environmentId, states));
  if (attention) conditions.push(needsAttention(environmentId));
  if (codes) {
    // With `offset 0`, PostgreSQL checks each candidate instead of reading all details with the codes first.
    conditions.push(sql`exists (
      select from execution_details d
      where d.environment_id = ${environmentId} and d.notification_id = n.id and d.code = any(${codes}) offset 0)`);
  }
  if (dueBefore) {
    conditions.push(sql`exists (
      select from jobs j where j.environment_id = ${environmentId} and j.notification_id = n.id
        and j.due_at <= ${dueBefore})`);
  }
  return conditions;
}

function needsAttention(environmentId: string): Sql {
  return sql`(
    exists (select from ${detailsWithJobs(environmentId, sql`n.id`)} and ${IS_OUR_FAILURE})
    or exists (
      select from messages m
      where m.environment_id = ${environmentId} and m.notification_id = n.id and ${IS_TRIED_AGAIN}))`;
}

function isIn(environmentId: string, states: readonly NotificationState[]): Sql {
  return sql`(
    select ${STATE_OF_JOBS} from jobs j where j.environment_id = ${environmentId} and j.notification_id = n.id
  ) = any(${states})`;
}

/**
 * Where to look for the notifications that match: rows with an environment_id and a notification_id, which one index has
 * in the order of the notifications. Each match is in at least one of them. Undefined if most notifications may match.
 */
export function candidatesFor(environmentId: string, filter: StateFilter): Sql[] | undefined {
  const { states, attention, codes, dueBefore } = filter;
  const details = (condition: Sql) => detailsWhere(environmentId, condition);
  const inStates = candidatesIn(environmentId, states);
  // Other codes than failures of ours may be more frequent than what needs attention.
  if (codes && (!attention || codes.every((code) => OUR_FAILURES.includes(code)))) {
    // PostgreSQL merges the indexes of the code and of the states, because few notifications may have both.
    const isInStates = inStates
      ? sql`d.notification_id in (select s.notification_id from (${join(inStates, " union all ")}) s)`
      : sql`true`;
    return codes.map((code) => details(sql`d.code = ${code} and ${isInStates}`));
  }
  if (attention) return [details(HAS_OUR_CODE), triedAgain(environmentId)];
  if (dueBefore) return [jobs(environmentId, sql`j.due_at <= ${dueBefore}`)];
  return inStates;
}

function candidatesIn(
  environmentId: string,
  states: readonly NotificationState[] | undefined,
): Sql[] | undefined {
  if (states === undefined || states.includes("delivered")) return undefined;
  const merged = detailsWhere(environmentId, sql`d.code = 'digest_merged'`);
  return [...new Set(states)].map((state) =>
    state === "merged" ? merged : jobs(environmentId, JOBS_OF[state as keyof typeof JOBS_OF]),
  );
}

/** Of each notification in this state, a job that an index has. */
const JOBS_OF = {
  waiting: sql`j.due_at is not null`,
  failed: sql`j.status = 'failed'`,
  skipped: sql`j.status in ('canceled', 'skipped', 'merged')`,
};

function detailsWhere(environmentId: string, condition: Sql): Sql {
  return sql`
    select d.environment_id, d.notification_id from execution_details d
    where d.environment_id = ${environmentId} and ${condition}`;
}

function jobs(environmentId: string, condition: Sql): Sql {
  return sql`
    select j.environment_id, j.notification_id from jobs j where j.environment_id = ${environmentId} and ${condition}`;
}

function triedAgain(environmentId: string): Sql {
  return sql`
    select m.environment_id, m.notification_id from messages m
    where m.environment_id = ${environmentId} and m.next_attempt_at is not null`;
}
