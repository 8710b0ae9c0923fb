import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { type DeadLetterFilter, matches } from "./dead-letter-store.ts";

/** A dead letter as somebody wants it sent again. */
export type Candidate = {
  id: string;
  messageId: string;
  notificationId: string;
  jobId: string;
  /** It died so long ago that its provider may have forgotten the key. */
  isOld: boolean;
};

/** Another message of the same notification was sent: the person has been reached. */
function isReached(environmentId: string): Sql {
  return sql`exists (
    select 1 from messages o where o.environment_id = ${environmentId} and o.subscriber_id = d.subscriber_id
      and o.id > d.notification_id and o.notification_id = d.notification_id and o.id <> d.message_id
      and o.status = 'sent')`;
}

/** Message and subscriber are still there, and the job has really failed. */
function isThere(environmentId: string): Sql {
  return sql`exists (
    select 1 from messages m
    join jobs j on j.environment_id = m.environment_id and j.notification_id = m.notification_id and j.id = m.job_id
    join subscribers s on s.environment_id = m.environment_id and s.id = m.subscriber_id
    where m.environment_id = ${environmentId} and m.id = d.message_id and m.status = 'error'
      and j.status = 'failed')`;
}

export type Choice = { includesReached: boolean; limit: number; now: Date };

/** Locks the dead letters that match, the oldest first; one that is being replayed by somebody else is left out. */
export async function lockCandidates(
  tx: Queryable,
  environmentId: string,
  filter: DeadLetterFilter,
  { includesReached, limit, now }: Choice,
): Promise<Candidate[]> {
  const wanted = includesReached ? sql`true` : sql`not ${isReached(environmentId)}`;
  return tx.queryPlanned<Candidate>(sql`
    select d.id, d.message_id as "messageId", d.notification_id as "notificationId", d.job_id as "jobId",
      d.died_at < ${now}::timestamptz - interval '24 hours' as "isOld"
    from dead_letters d
    where ${matches(environmentId, filter)} and ${isThere(environmentId)} and ${wanted}
    order by d.id limit ${limit} for update of d skip locked`);
}

/** How many of those that match are for people another channel has reached, and how many cannot be sent again. */
export async function countOthers(
  tx: Queryable,
  environmentId: string,
  filter: DeadLetterFilter,
): Promise<{ reached: number; gone: number }> {
  const rows = await tx.queryPlanned<{ reached: number; gone: number }>(sql`
    select count(*) filter (where "isThere")::integer as reached,
      count(*) filter (where not "isThere")::integer as gone
    from (
      select ${isThere(environmentId)} as "isThere", ${isReached(environmentId)} as "isReached"
      from dead_letters d where ${matches(environmentId, filter)}
    ) l where "isReached" or not "isThere"`);
  return rows[0] ?? { reached: 0, gone: 0 };
}

export type Resending = {
  messageId: string;
  notificationId: string;
  jobId: string;
  /** A new key for its provider, which would otherwise remember having sent it. */
  isNewKey: boolean;
};

/** Puts messages back to before their first attempt, and their jobs to where a worker sends them. */
export async function sendAgain(
  tx: Queryable,
  environmentId: string,
  messages: readonly Resending[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    with again as (
      select * from json_to_recordset(${JSON.stringify(messages)}) as x(
        "messageId" text, "notificationId" text, "jobId" text, "isNewKey" boolean)
    ), reset as (
      update messages m set status = null, attempts = 0, next_attempt_at = null, failed_over_from = null,
        expires_at = null, updated_at = ${now},
        resends = m.resends + case when again."isNewKey" then 1 else 0 end
      from again where m.environment_id = ${environmentId} and m.id = again."messageId"
    )
    update jobs j set status = 'running', due_at = ${now}, lease = j.lease + 1, claims = 0, updated_at = ${now}
    from again where j.environment_id = ${environmentId} and j.notification_id = again."notificationId"
      and j.id = again."jobId"`);
}

/** Marks dead letters as sent again. */
export async function closeLetters(
  tx: Queryable,
  environmentId: string,
  { ids, replayId, now }: { ids: readonly string[]; replayId: string; now: Date },
): Promise<void> {
  await tx.query(sql`
    update dead_letters set replayed_at = ${now}, replay_id = ${replayId}
    where environment_id = ${environmentId} and id = any(${ids})`);
}

/** A message and its job, both locked. */
export type LockedMessage = {
  messageId: string;
  notificationId: string;
  jobId: string;
  channel: string;
  isInFlight: boolean;
  isJobOver: boolean;
};

export async function lockMessage(
  tx: Queryable,
  environmentId: string,
  messageId: string,
): Promise<LockedMessage | undefined> {
  const rows = await tx.query<LockedMessage>(sql`
    select m.id as "messageId", m.notification_id as "notificationId", m.job_id as "jobId", m.channel,
      m.status is null as "isInFlight", j.status in ('completed', 'failed') as "isJobOver"
    from messages m
    join jobs j on j.environment_id = m.environment_id and j.notification_id = m.notification_id and j.id = m.job_id
    where m.environment_id = ${environmentId} and m.id = ${messageId} for update of j, m`);
  return rows[0];
}
