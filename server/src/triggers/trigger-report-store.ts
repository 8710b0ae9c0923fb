import { OPEN_JOB_STATUSES } from "@tidings/contract";
import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { WorkflowKey } from "../foundation/ids.ts";
import { codesOf } from "../notifications/execution-detail.ts";
import type { TriggerFailure } from "./trigger.ts";

/** The number of recipients by outcome and reason; `code` is null for delivered and waiting ones. */
export type OutcomeCount = {
  outcome: "waiting" | "delivered" | "failed" | "skipped";
  code: string | null;
  count: number;
};
export type ReportedTrigger = {
  transactionId: string;
  workflowKey: WorkflowKey;
  createdAt: Date;
  isExpanding: boolean;
  isCanceled: boolean;
  failure: TriggerFailure | null;
  topics: { topicKey: string }[];
  /** Members of its topics that it did not reach because of their subscriptions. */
  leftOut: number;
};

export async function findTrigger(
  database: Queryable,
  environmentId: string,
  transactionId: string,
): Promise<ReportedTrigger | undefined> {
  const rows = await database.query<ReportedTrigger>(sql`
    select t.transaction_id as "transactionId", w.identifier as "workflowKey", t.created_at as "createdAt",
      t.due_at is not null as "isExpanding", t.canceled_at is not null as "isCanceled", t.failure, t.topics,
      coalesce(t.left_out, 0) as "leftOut"
    from triggers t join workflows w on w.environment_id = t.environment_id and w.id = t.workflow_id
    where t.environment_id = ${environmentId} and t.transaction_id = ${transactionId}`);
  return rows[0];
}

/**
 * Counts a trigger's notifications by outcome: waiting while a step is open; delivered where a channel step completed
 * or, without channel steps, where all completed; failed where a step failed; else skipped. The code is the newest
 * one of the decision that ended it.
 */
export async function countOutcomes(
  database: Queryable,
  environmentId: string,
  transactionId: string,
): Promise<OutcomeCount[]> {
  return database.queryPlanned<OutcomeCount>(sql`
    with run as (
      select n.id,
        bool_or(j.status = any(${OPEN_JOB_STATUSES})) as waits,
        bool_or(j.status = 'completed' and j.type in ('in_app', 'email', 'sms', 'chat', 'push')) as delivered,
        bool_and(j.status = 'completed') as done,
        bool_or(j.status = 'failed') as failed
      from triggers t
      join notifications n on n.environment_id = t.environment_id and n.trigger_id = t.id
      join jobs j on j.environment_id = n.environment_id and j.notification_id = n.id
      where t.environment_id = ${environmentId} and t.transaction_id = ${transactionId}
      group by n.id
    ), result as (
      select id, case when waits then 'waiting' when delivered or done then 'delivered'
        when failed then 'failed' else 'skipped' end as outcome
      from run
    )
    select result.outcome, why.code, count(*)::integer as count
    from result left join lateral (
      select d.code from execution_details d
      where result.outcome in ('failed', 'skipped') and d.environment_id = ${environmentId}
        and d.notification_id = result.id and d.code <> all(${codesOf("Pending")})
        and (result.outcome = 'skipped' or d.code = any(${codesOf("Failed")}))
      order by d.id desc limit 1
    ) why on true
    group by result.outcome, why.code`);
}
