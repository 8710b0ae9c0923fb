import sql from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { timeOf } from "../../environments/environment-store.ts";
import type { Message } from "../../messages/message.ts";

/** A message, locked with its job. */
export type LockedMessage = Pick<Message, "id" | "notificationId" | "position" | "channel"> &
  Pick<Message, "status" | "integrationId" | "otherAnswers"> & {
    /** It was sent, and waits for another attempt at some of its other recipients. */
    isForOthers: boolean;
    /** A worker has the job now. */
    isHeld: boolean;
    /** The job is in the queue. */
    isQueued: boolean;
    /** The dead letter of the message that is neither replayed nor discarded. */
    deadLetterId: string | null;
  };

/** Jobs are locked before messages, as when a run is settled. Undefined if there is no such message. */
export async function lockForRetry(
  tx: Queryable,
  environmentId: string,
  messageId: string,
): Promise<LockedMessage | undefined> {
  const locked = await tx.query(sql`
    select j.position from jobs j join messages m on m.environment_id = j.environment_id
      and m.notification_id = j.notification_id and m.position = j.position
    where m.environment_id = ${environmentId} and m.id = ${messageId} and m.erased_at is null for update of j`);
  if (locked.length === 0) return undefined;
  const [message] = await tx.query<LockedMessage>(sql`
    select m.id, m.notification_id as "notificationId", m.position, m.channel, m.status,
      (m.status = 'sent' and m.next_attempt_at is not null) is true as "isForOthers",
      m.integration_id as "integrationId", m.other_answers as "otherAnswers", j.unfinished_claims > 0 as "isHeld", j.due_at is not null as "isQueued", (
        select l.id from dead_letters l
        where l.environment_id = m.environment_id and l.subscriber_id = m.subscriber_id and l.message_id = m.id
          and l.replayed_at is null and l.discarded_at is null order by l.id desc limit 1) as "deadLetterId"
    from messages m join jobs j on j.environment_id = m.environment_id
      and j.notification_id = m.notification_id and j.position = m.position
    where m.environment_id = ${environmentId} and m.id = ${messageId} for update of m`);
  return message;
}

/**
 * The message and its job become due now, in milliseconds as all due times, so that a test clock meets them; what is due
 * already stays so. Integrations that have refused the account may be asked again: a person may have repaired them at the vendor.
 */
export async function makeMessageDue(
  tx: Queryable,
  environmentId: string,
  { id, notificationId, position }: LockedMessage,
): Promise<void> {
  const now = sql`date_trunc('milliseconds', ${timeOf(environmentId)})`;
  await tx.query(sql`
    with due as (
      update messages set next_attempt_at = ${now}, other_answers = (
        select json_agg(answer::jsonb || '{"refusedAsOf": null}') from json_array_elements(other_answers) answer)
      where environment_id = ${environmentId} and id = ${id} and next_attempt_at > ${now}
    )
    update jobs set due_at = least(due_at, ${now})
    where environment_id = ${environmentId} and notification_id = ${notificationId} and position = ${position}`);
}
