import { DETAIL_CODES, type DetailCode, RECIPIENT_REFUSED } from "@tidings/contract";
import sql, { raw, type Sql } from "sql-template-tag";
import { codesOf } from "./execution-detail.ts";

/**
 * Aggregates the jobs `j` of one notification to its state: waiting while a step is open; delivered where a channel
 * step completed or, without channel steps, where all completed; failed where a step failed; merged where a step was merged into
 * another digest; else skipped. The database has this rule (migration 0041), because it counts notifications by it.
 */
export const STATE_OF_JOBS = sql`state_of_rank(max(rank_of_job(j.status, j.type)))`;

/** The codes with which a job fails for a reason of the class `ours`. */
export const OUR_FAILURES: readonly DetailCode[] = DETAIL_CODES.filter(
  (meaning) => meaning.class === "ours" && meaning.status === "Failed",
).map(({ code }) => code);

/** A condition for details `d`. Its text matches the predicate of the index details_of_our_failures (0029). */
export const HAS_OUR_CODE = sql`d.code in (${raw(OUR_FAILURES.map((code) => `'${code}'`).join(", "))})`;

const THEIR_CODES: readonly DetailCode[] = DETAIL_CODES.filter((meaning) => meaning.class === "theirs").map(
  ({ code }) => code,
);
const IS_REFUSED = sql`(d.code = 'provider_failed' and coalesce(d.raw, '') like ${`%${RECIPIENT_REFUSED}`})`;

/** The detail `d` is of the class `theirs`, as `reasonClassOf` in the contract decides. */
const IS_THEIRS = sql`(d.code = any(${THEIR_CODES}) or ${IS_REFUSED})`;

/** The detail `d` is a failure of the class `ours`, as `reasonClassOf` in the contract decides. */
const IS_OURS = sql`(${HAS_OUR_CODE} and not ${IS_REFUSED})`;

/**
 * The detail `d` is a failure of the class `ours` of the failed job `j`, and the job was not sent again after it.
 */
export const IS_OUR_FAILURE = sql`(${IS_OURS} and j.status = 'failed' and not exists (
  select from execution_details r
  where r.environment_id = d.environment_id and r.notification_id = d.notification_id and r.position = d.position
    and r.code = 'message_replayed' and r.id > d.id))`;

/** The details `d` of a notification and their jobs `j`. */
export function detailsWithJobs(environmentId: string, notificationId: Sql): Sql {
  return sql`execution_details d left join jobs j
    on j.environment_id = d.environment_id and j.notification_id = d.notification_id and j.position = d.position
    where d.environment_id = ${environmentId} and d.notification_id = ${notificationId}`;
}

/**
 * For the row `result` (id, state) of a finished notification that was not delivered: `why` (code, step_id, is_theirs), the
 * reason. That is the newest failure of the class `ours`, or else the newest code of the decision that ended it.
 */
export function joinWhy(environmentId: string): Sql {
  return sql`left join lateral (
    select d.code, j.step_id, ${IS_THEIRS} as is_theirs from ${detailsWithJobs(environmentId, sql`result.id`)}
      and result.state in ('failed', 'skipped', 'merged') and d.code <> all(${codesOf("Pending")})
      and (result.state <> 'failed' or d.code = any(${codesOf("Failed")}))
    order by coalesce(${IS_OUR_FAILURE}, false) desc, d.id desc limit 1
  ) why on true`;
}

/** A provider refused the message `m`, or the service kept it from an integration, and it waits for its next attempt. */
export const IS_TRIED_AGAIN = sql`(m.next_attempt_at is not null and m.status is null and m.error_id is not null)`;
