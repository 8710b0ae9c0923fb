import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { sourcesOf } from "../notifications/job-transitions.ts";

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
        other_answers = null, maybe_sent = false, expires_at = null, updated_at = ${now},
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
