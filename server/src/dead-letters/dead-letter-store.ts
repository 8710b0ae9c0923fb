import sql, { join, type Sql } from "sql-template-tag";
import { among } from "../database/among.ts";
import type { Queryable } from "../database/database.ts";
import type { RetentionRule } from "../database/purge.ts";
import { keptSince } from "../environments/retention-store.ts";
import type { SubscriberKey, WorkflowId, WorkflowKey } from "../foundation/ids.ts";
import type { Retention } from "../foundation/keeping-settings.ts";
import type { DeadLetter } from "./dead-letter.ts";

export function deadLetterInsert(environmentId: string, letters: readonly DeadLetter[], now: Date): Sql {
  return sql`
    insert into dead_letters (environment_id, id, message_id, notification_id, job_id, transaction_id, workflow_id,
      step_id, subscriber_id, channel, provider_id, integration_id, reason, error_text, attempts, died_at)
    select ${environmentId}, x.id, x."messageId", x."notificationId", x."jobId", x."transactionId", x."workflowId",
      x."stepId", x."subscriberId", x.channel, x."providerId", x."integrationId", x.reason, x."errorText", x.attempts,
      ${now}
    from json_to_recordset(${JSON.stringify(letters)}) as x(
      id text, "messageId" text, "notificationId" text, "jobId" text, "transactionId" text, "workflowId" text,
      "stepId" text, "subscriberId" text, channel text, "providerId" text, "integrationId" text, reason text,
      "errorText" text, attempts smallint)`;
}

/** The filter of dead letters; replayed and discarded ones only where requested. */
export type DeadLetterFilter = {
  ids?: readonly string[] | undefined;
  channel?: string | undefined;
  reason?: string | undefined;
  /** Also those of deleted workflows. */
  workflowIds?: readonly WorkflowId[] | undefined;
  subscriberKey?: SubscriberKey | undefined;
  transactionId?: string | undefined;
  integrationId?: string | undefined;
  diedAfter?: Date | undefined;
  diedBefore?: Date | undefined;
  isReplayed?: boolean | undefined;
  isDiscarded?: boolean | undefined;
  replayId?: string | undefined;
};

export type ListedDeadLetter = DeadLetter & {
  workflowKey: WorkflowKey;
  subscriberKey: SubscriberKey | null;
  diedAt: Date;
  replayedAt: Date | null;
  replayId: string | null;
  discardedAt: Date | null;
  discardedBy: string | null;
};

/** Newest first, before the cursor. */
export async function listDeadLetters(
  database: Queryable,
  environmentId: string,
  filter: DeadLetterFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ListedDeadLetter[]> {
  const before = after === undefined ? sql`` : sql`and d.id < ${after}`;
  return database.queryPlanned<ListedDeadLetter>(sql`
    select d.id, d.message_id as "messageId", d.notification_id as "notificationId", d.job_id as "jobId",
      d.transaction_id as "transactionId", d.workflow_id as "workflowId", d.step_id as "stepId",
      d.subscriber_id as "subscriberId", d.channel, d.provider_id as "providerId",
      d.integration_id as "integrationId", d.reason, d.error_text as "errorText", d.attempts, d.died_at as "diedAt",
      d.replayed_at as "replayedAt", d.replay_id as "replayId",
      d.discarded_at as "discardedAt", d.discarded_by as "discardedBy", w.identifier as "workflowKey",
      s.subscriber_id as "subscriberKey"
    from dead_letters d
    join workflows w on w.environment_id = d.environment_id and w.id = d.workflow_id
    left join subscribers s on s.environment_id = d.environment_id and s.id = d.subscriber_id
    where ${matches(environmentId, filter)} ${before}
    order by d.id desc limit ${limit}`);
}

/** What has become of the messages of a replay, which takes up to 1,000. */
export async function countReplay(
  database: Queryable,
  environmentId: string,
  replayId: string,
): Promise<{ sent: number; failed: number; waiting: number }> {
  const [counts] = await database.queryPlanned<{ sent: number; failed: number; waiting: number }>(sql`
    select count(*) filter (where m.status = 'sent')::integer as sent,
      count(*) filter (where m.status = 'error')::integer as failed,
      count(*) filter (where m.status is null or m.status not in ('sent', 'error'))::integer as waiting
    from dead_letters d cross join lateral (
      select status from messages where environment_id = ${environmentId} and id = d.message_id limit 1) m
    where d.environment_id = ${environmentId} and d.replay_id = ${replayId}`);
  return counts ?? { sent: 0, failed: 0, waiting: 0 };
}

/**
 * Deletes dead letters, also those that were replayed or discarded, after the retention of their environment (30 days by default). Their
 * messages stay and can still be resent one by one.
 */
export const oldDeadLetters = (settings: Retention): RetentionRule => ({
  name: "dead letters",
  purge: async (database, limit) => {
    const [gone] = await database.query<{ count: number }>(sql`
      with old as (
        select l.environment_id, l.id from environments e cross join lateral (
          select environment_id, id from dead_letters
          where environment_id = e.id and died_at < ${keptSince("dead_letters", settings)}
          order by died_at limit ${limit} for update skip locked
        ) l limit ${limit}
      ), gone as (
        delete from dead_letters d using old
        where d.environment_id = old.environment_id and d.id = old.id returning 1
      )
      select count(*)::int as count from gone`);
    return gone?.count ?? 0;
  },
});

export function matches(environmentId: string, filter: DeadLetterFilter): Sql {
  const { ids, channel, reason, workflowIds, subscriberKey, transactionId, integrationId } = filter;
  const { diedAfter, diedBefore, isReplayed, isDiscarded, replayId } = filter;
  const conditions = [sql`d.environment_id = ${environmentId}`];
  conditions.push(isReplayed ? sql`d.replayed_at is not null` : sql`d.replayed_at is null`);
  conditions.push(isDiscarded ? sql`d.discarded_at is not null` : sql`d.discarded_at is null`);
  if (replayId) conditions.push(sql`d.replay_id = ${replayId}`);
  if (ids) conditions.push(sql`d.id = any(${ids})`);
  if (channel) conditions.push(sql`d.channel = ${channel}`);
  if (reason) conditions.push(sql`d.reason = ${reason}`);
  if (workflowIds) conditions.push(sql`d.workflow_id ${among(workflowIds)}`);
  if (subscriberKey) {
    conditions.push(sql`d.subscriber_id = (
      select id from subscribers where environment_id = ${environmentId} and subscriber_id = ${subscriberKey})`);
  }
  if (transactionId) conditions.push(sql`d.transaction_id = ${transactionId}`);
  if (integrationId) conditions.push(sql`d.integration_id = ${integrationId}`);
  if (diedAfter) conditions.push(sql`d.died_at >= ${diedAfter}`);
  if (diedBefore) conditions.push(sql`d.died_at <= ${diedBefore}`);
  return join(conditions, " and ");
}
