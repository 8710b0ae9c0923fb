import { type NotificationState, REPORTED_RECIPIENTS_MAX } from "@tidings/contract";
import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberKey, WorkflowKey } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";
import { joinWhy, STATE_OF_JOBS } from "../notifications/outcome-store.ts";
import type { TopicRecipient, TriggerFailure } from "./trigger.ts";
import { isExpanding } from "./trigger-store.ts";

/** The number of recipients by outcome and reason; merged notifications are skipped ones. `code` is null for delivered and waiting ones. */
export type OutcomeCount = {
  outcome: Exclude<NotificationState, "merged">;
  code: string | null;
  /** The reason is of the class `theirs`. */
  isTheirs: boolean;
  count: number;
};
export type ReportedTrigger = {
  transactionId: string;
  workflowKey: WorkflowKey;
  createdAt: Date;
  isExpanding: boolean;
  isCanceled: boolean;
  failure: TriggerFailure | null;
  topics: TopicRecipient[];
  payload: JsonObject;
  overrides: JsonObject;
  actor: SubscriberKey | null;
  contextKeys: string[];
  isBroadcast: boolean;
  /** The first subscribers that it named, and whether there are more. */
  recipients: SubscriberKey[];
  hasMoreRecipients: boolean;
  /** Members of its topics that it did not reach because of their subscriptions. */
  leftOut: number;
};

const WHOLE = sql`t.payload, t.overrides`;
const EMPTY = sql`'{}'::json as payload, '{}'::json as overrides`;

/** Without `isWhole`, payload and overrides are empty: they may have hundreds of kilobytes. */
export async function findTrigger(
  database: Queryable,
  environmentId: string,
  transactionId: string,
  { isWhole }: { isWhole: boolean },
): Promise<ReportedTrigger | undefined> {
  const rows = await database.query<ReportedTrigger>(sql`
    select t.transaction_id as "transactionId", w.identifier as "workflowKey", t.created_at as "createdAt",
      ${isExpanding(environmentId, sql`t.id`)} as "isExpanding", t.canceled_at is not null as "isCanceled", t.failure, t.topics,
      coalesce(t.left_out, 0) as "leftOut", ${isWhole ? WHOLE : EMPTY}, t.actor, t.context_keys as "contextKeys",
      t.is_broadcast as "isBroadcast", json_array_length(t.recipients) > ${REPORTED_RECIPIENTS_MAX}::integer as "hasMoreRecipients",
      array(select named.value ->> 'subscriberId' from json_array_elements(t.recipients) with ordinality named(value, at)
        where named.at <= ${REPORTED_RECIPIENTS_MAX}::integer order by named.at) as recipients
    from triggers t join workflows w on w.environment_id = t.environment_id and w.id = t.workflow_id
    where t.environment_id = ${environmentId} and t.transaction_id = ${transactionId}`);
  return rows[0];
}

/**
 * Counts a trigger's notifications by outcome and reason, as `outcome-store.ts` decides them. The code is null for
 * delivered and waiting ones.
 */
export async function countOutcomes(
  database: Queryable,
  environmentId: string,
  transactionId: string,
): Promise<OutcomeCount[]> {
  return database.queryPlanned<OutcomeCount>(sql`
    with result as (
      select n.id, ${STATE_OF_JOBS} as state
      from triggers t
      join notifications n on n.environment_id = t.environment_id and n.trigger_id = t.id
      join jobs j on j.environment_id = n.environment_id and j.notification_id = n.id
      where t.environment_id = ${environmentId} and t.transaction_id = ${transactionId}
      group by n.id
    )
    select case result.state when 'merged' then 'skipped' else result.state end as outcome, why.code,
      coalesce(why.is_theirs, false) as "isTheirs", count(*)::integer as count
    from result ${joinWhy(environmentId)}
    group by 1, why.code, why.is_theirs`);
}
