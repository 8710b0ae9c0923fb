import { CHANNELS, REPLAY_LIMITS } from "@tidings/contract";
import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { sourcesOf } from "../notifications/job-transitions.ts";
import { type DeadLetterFilter, matches } from "./dead-letter-store.ts";

/** A dead letter to replay. */
export type Candidate = {
  id: string;
  messageId: string;
  notificationId: string;
  position: number;
  /** So old that the provider may have forgotten the idempotency key. */
  isOld: boolean;
};

/**
 * The oldest matching dead letters, each with whether it can be replayed (message and subscriber exist, and the job
 * has failed) and whether another step of its notification has reached the subscriber. Looked up row by row: a join
 * of whole tables takes minutes for a million.
 */
function judged(environmentId: string, filter: DeadLetterFilter, limit: number): Sql {
  return sql`judged as materialized (
    select d.*, j.position, m.id is not null and j.id is not null and s.id is not null as is_there, o.id is not null as is_reached
    from (select * from dead_letters d where ${matches(environmentId, filter)} order by d.id limit ${limit}) d
    left join lateral (
      select id from messages where environment_id = ${environmentId} and id = d.message_id and status = 'error'
      limit 1) m on true
    left join lateral (
      select id, position from jobs where environment_id = ${environmentId} and notification_id = d.notification_id
        and id = d.job_id and status = 'failed' limit 1) j on true
    left join lateral (
      select id from subscribers where environment_id = ${environmentId} and id = d.subscriber_id limit 1) s on true
    left join lateral (
      select id from jobs where environment_id = ${environmentId} and notification_id = d.notification_id
        and id <> d.job_id and type = any(${CHANNELS})
        and (status = 'completed' or status = 'delayed' and digest ->> 'type' = 'repeat') limit 1) o on true)`;
}

export type Choice = { includesReached: boolean; limit: number; now: Date };

/** Locks the dead letters that match, the oldest first; one that another request is replaying is left out. */
export async function lockCandidates(
  tx: Queryable,
  environmentId: string,
  filter: DeadLetterFilter,
  { includesReached, limit, now }: Choice,
): Promise<Candidate[]> {
  return tx.queryPlanned<Candidate>(sql`
    with ${judged(environmentId, filter, REPLAY_LIMITS.examined)}, chosen as materialized (
      select id, position from judged where is_there and (${includesReached} or not is_reached) order by id limit ${limit}
    )
    select d.id, d.message_id as "messageId", d.notification_id as "notificationId", chosen.position,
      d.died_at < ${now}::timestamptz - interval '24 hours' as "isOld"
    from chosen join dead_letters d on d.environment_id = ${environmentId} and d.id = chosen.id
    where d.replayed_at is null and d.discarded_at is null
    order by d.id for update of d skip locked`);
}

/** Counts the examined dead letters that another channel has reached, and those that cannot be replayed. */
export async function countOthers(
  tx: Queryable,
  environmentId: string,
  filter: DeadLetterFilter,
): Promise<{ reached: number; gone: number }> {
  const rows = await tx.queryPlanned<{ reached: number; gone: number }>(sql`
    with ${judged(environmentId, filter, REPLAY_LIMITS.examined)}
    select count(*) filter (where is_there and is_reached)::integer as reached,
      count(*) filter (where not is_there)::integer as gone
    from judged`);
  return rows[0] ?? { reached: 0, gone: 0 };
}

/** How many of these dead letters were discarded. */
export async function countDiscarded(
  tx: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<number> {
  const [row] = await tx.queryPlanned<{ count: number }>(sql`
    select count(*)::integer as count from dead_letters
    where environment_id = ${environmentId} and id = any(${ids}) and discarded_at is not null`);
  return row?.count ?? 0;
}

export type Resending = {
  messageId: string;
  notificationId: string;
  position: number;
  /** A new idempotency key, because the provider may remember the old one as sent. */
  isNewKey: boolean;
};

/**
 * Resets messages to before their first attempt, and queues their jobs for sending. One that was given up is sent only to the recipients
 * that it did not reach.
 */
export async function sendAgain(
  tx: Queryable,
  environmentId: string,
  messages: readonly Resending[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    with again as (
      select * from json_to_recordset(${JSON.stringify(messages)}) as x(
        "messageId" text, "notificationId" text, position smallint, "isNewKey" boolean)
    ), reset as (
      update messages m set status = null, attempts = 0, throttles = 0, next_attempt_at = null, failed_over_from = null,
        expires_at = null, updated_at = ${now},
        recipients_settled = case when m.status = 'error' then m.recipients_settled end,
        resends = m.resends + case when again."isNewKey" then 1 else 0 end
      from again where m.environment_id = ${environmentId} and m.id = again."messageId"
    )
    update jobs j set status = 'running', due_at = ${now}, lease = j.lease + 1, unfinished_claims = 0, updated_at = ${now}
    from again where j.environment_id = ${environmentId} and j.notification_id = again."notificationId"
      and j.position = again.position and j.status = any(${sourcesOf("resend")})`);
}

/** Marks dead letters as replayed. */
export async function markReplayed(
  tx: Queryable,
  environmentId: string,
  { ids, replayId, now }: { ids: readonly string[]; replayId: string; now: Date },
): Promise<void> {
  await tx.query(sql`
    update dead_letters set replayed_at = ${now}, replay_id = ${replayId}
    where environment_id = ${environmentId} and id = any(${ids})`);
}

/** A message and its job, both locked; none after the subscriber was deleted. */
export type LockedMessage = {
  messageId: string;
  notificationId: string;
  position: number;
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
    select m.id as "messageId", m.notification_id as "notificationId", m.position, m.channel,
      m.status is null as "isInFlight", j.status = any(${sourcesOf("resend")}) as "isJobOver"
    from messages m
    join jobs j on j.environment_id = m.environment_id and j.notification_id = m.notification_id
      and j.position = m.position
    where m.environment_id = ${environmentId} and m.id = ${messageId} and exists (
      select from subscribers s where s.environment_id = m.environment_id and s.id = m.subscriber_id)
    for update of j, m`);
  return rows[0];
}
