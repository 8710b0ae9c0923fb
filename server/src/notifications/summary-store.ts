import { type NotificationState, OPEN_JOB_STATUSES } from "@tidings/contract";
import sql, { type Sql } from "sql-template-tag";
import type { StepId } from "../foundation/ids.ts";
import type { DetailCode } from "./execution-detail.ts";
import { detailsWithJobs, IS_OUR_FAILURE, joinWhy, STATE_OF_JOBS } from "./outcome-store.ts";

/** What became of a notification, and why. */
export type NotificationSummary = {
  state: NotificationState;
  /** The number of jobs that failed for a reason of the class `ours`. */
  failedSteps: number;
  /** The reason, and the step of its job; null if there is none. */
  code: DetailCode | null;
  stepId: StepId | null;
};

/** What became of a notification whose jobs have all completed, or that has none because its workflow had no steps. */
export const ALL_COMPLETED: NotificationSummary = {
  state: "delivered",
  failedSteps: 0,
  code: null,
  stepId: null,
};

/**
 * The summaries (id, state, failed_steps, code, step_id) of notifications with jobs. The reason is the newest failure of
 * the class `ours`; or else what a waiting one waits for; or else why a finished one was not delivered. `isWanted` is the
 * condition for their id, such as `= n.id`.
 */
export function summariesOf(environmentId: string, isWanted: Sql): Sql {
  return sql`
    select result.id, result.state, coalesce(failed.steps, 0) as failed_steps,
      coalesce(failed.code, waits.code, why.code) as code,
      case when failed.code is not null then failed.step_id when waits.code is not null then waits.step_id
        else why.step_id end as step_id
    from (
      select j.notification_id as id, ${STATE_OF_JOBS} as state, bool_or(j.status = 'failed') as has_failed
      from jobs j where j.environment_id = ${environmentId} and j.notification_id ${isWanted}
      group by j.notification_id
    ) result
    left join lateral (
      select count(distinct d.position)::integer as steps, (array_agg(d.code order by d.id desc))[1] as code,
        (array_agg(j.step_id order by d.id desc))[1] as step_id
      from ${detailsWithJobs(environmentId, sql`result.id`)} and result.has_failed and ${IS_OUR_FAILURE}
    ) failed on true
    left join lateral (
      select d.code, j.step_id from ${detailsWithJobs(environmentId, sql`result.id`)}
        and result.state = 'waiting' and j.status = any(${OPEN_JOB_STATUSES}) and j.status <> 'pending'
      order by j.position, d.id desc limit 1
    ) waits on true
    ${joinWhy(environmentId)}`;
}
