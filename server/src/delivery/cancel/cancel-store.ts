import type { StepType } from "@tidings/contract";
import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { StepId } from "../../foundation/ids.ts";
import { sourcesOf } from "../../notifications/job-transitions.ts";

/**
 * A job of the transaction that waits: for a delay, for the end of its digest, merged into another's digest, for the next
 * attempt at its message, or in the queue beside another one.
 */
export type WaitingJob = {
  jobId: string;
  notificationId: string;
  position: number;
  stepId: StepId;
  isMerged: boolean;
  /** Its message waits for the next attempt. */
  isSending: boolean;
  /** The subscriber has the message: only some of its other recipients are waited for. */
  isSent: boolean;
};

/** What is canceled: a trigger with all its notifications, or one notification. */
export type Cancelable = { transactionId: string } | { notificationId: string };

/**
 * Locks the waiting jobs against workers and against each other, in the order of each run. Locks their notifications first, in the
 * order of workers (`settle/next-step-store.ts`): a trigger of migration 0041 locks them anyway when the jobs change, and with the
 * opposite order a worker and this transaction would wait for each other.
 */
export async function lockWaitingJobs(
  tx: Queryable,
  environmentId: string,
  what: Cancelable,
): Promise<WaitingJob[]> {
  await tx.query(sql`
    select n.id from notifications n
    where n.environment_id = ${environmentId} and n.id in (select id from ${notificationsOf(environmentId, what)})
      and exists (select from jobs j where j.environment_id = ${environmentId} and j.notification_id = n.id and ${IS_WAITING})
    order by n.id for no key update`);
  return tx.query<WaitingJob>(sql`
    select j.id as "jobId", j.notification_id as "notificationId", j.position, j.step_id as "stepId",
      j.status = 'merged' as "isMerged", j.status = 'running' as "isSending",
      j.status = 'running' and exists (
        select from messages m where m.environment_id = ${environmentId} and m.notification_id = j.notification_id
          and m.position = j.position and m.status = 'sent' and m.next_attempt_at is not null) as "isSent"
    from ${notificationsOf(environmentId, what)}
    join jobs j on j.environment_id = n.environment_id and j.notification_id = n.id
    where j.environment_id = ${environmentId} and ${IS_WAITING}
    order by j.notification_id, j.position for update of j`);
}

const IS_WAITING = raw(`(j.status = 'delayed' or (j.status = 'merged' and j.type = 'digest')
  or (j.status in ('running', 'pending') and j.due_at is not null and j.unfinished_claims = 0))`);

function notificationsOf(environmentId: string, what: Cancelable): Sql {
  if ("notificationId" in what) {
    return sql`(select n.environment_id, n.id from notifications n
      where n.environment_id = ${environmentId} and n.id = ${what.notificationId}) n`;
  }
  return sql`(select n.environment_id, n.id from triggers t
    join notifications n on n.environment_id = t.environment_id and n.trigger_id = t.id
    where t.environment_id = ${environmentId} and t.transaction_id = ${what.transactionId}) n`;
}

export type HeldWindow = { windowJobId: string; notificationId: string; isMain: boolean; isOpen: boolean };

/** The windows that these notifications are in, locked; a closed window is already being sent. */
export async function lockWindows(
  tx: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<HeldWindow[]> {
  return tx.query<HeldWindow>(sql`
    select w.job_id as "windowJobId", e.notification_id as "notificationId",
      w.notification_id = e.notification_id as "isMain", w.closed_at is null as "isOpen"
    from notifications n
    join digest_windows w on w.environment_id = n.environment_id and w.notification_id = coalesce(n.digested_into, n.id)
    join digest_events e on e.environment_id = w.environment_id and e.window_job_id = w.job_id
      and e.notification_id = n.id
    where n.environment_id = ${environmentId} and n.id = any(${notificationIds})
    order by w.job_id for update of w`);
}

/** A job that was canceled, or completed because its message is sent. */
export type EndedJob = {
  id: string;
  position: number;
  type: StepType;
  stepId: StepId;
  status: "canceled" | "completed";
};

/** A job to cancel: alone, or with all jobs that its run has not begun. */
export type CanceledJob = WaitingJob & { isAlone: boolean };

/**
 * Cancels jobs, and the jobs that their runs have not begun. The lease is incremented, so that no worker can store
 * more; a message that is being sent is not canceled. A job whose message is sent is completed. @returns the jobs that ended.
 */
export async function cancelJobs(
  tx: Queryable,
  environmentId: string,
  jobs: readonly CanceledJob[],
  now: Date,
): Promise<EndedJob[]> {
  return tx.query<EndedJob>(sql`
    update jobs j set status = case when x."isSent" and j.position = x.position then 'completed' else 'canceled' end,
      due_at = null, lease = j.lease + 1, updated_at = ${now}
    from json_to_recordset(${JSON.stringify(jobs)}) as x(
      "notificationId" text, position smallint, "isAlone" boolean, "isSent" boolean)
    where j.environment_id = ${environmentId} and j.notification_id = x."notificationId"
      and j.status = any(${sourcesOf("cancel")}) and (j.position = x.position
        or (not x."isAlone" and (j.status = 'pending' or (j.status in ('delayed', 'merged') and j.position > x.position))))
    returning j.id, j.position, j.type, j.step_id as "stepId", j.status`);
}

/** Ends the messages of these jobs that no provider has accepted; those that are sent go to no further recipient. */
export async function cancelMessages(
  tx: Queryable,
  environmentId: string,
  jobs: readonly WaitingJob[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update messages m set next_attempt_at = null, updated_at = ${now}, status = coalesce(m.status, 'error'),
      error_id = case when m.status is null then 'step_canceled' end,
      error_text = case when m.status is null then 'The step was canceled before a provider took the message' end
    from json_to_recordset(${JSON.stringify(jobs)}) as x("notificationId" text, position smallint)
    where m.environment_id = ${environmentId} and m.notification_id = x."notificationId"
      and m.position = x.position and (m.status is null or (m.status = 'sent' and m.next_attempt_at is not null))`);
}

/**
 * Removes events from their windows, each with the events that it brought from its earlier digests; `closes_at_count` grows by their number, so that the window still closes after
 * the same number of events.
 */
export async function removeDigestEvents(
  tx: Queryable,
  environmentId: string,
  events: readonly { windowJobId: string; notificationId: string }[],
): Promise<void> {
  await tx.query(sql`
    with removed as (
      delete from digest_events e
      using json_to_recordset(${JSON.stringify(events)}) as x("windowJobId" text, "notificationId" text)
      where e.environment_id = ${environmentId} and e.window_job_id = x."windowJobId"
        and (e.notification_id = x."notificationId" or e.notification_id in (
          select b.notification_id from digest_windows w
          join digest_events b on b.environment_id = w.environment_id and b.window_job_id = w.job_id
          where w.environment_id = ${environmentId} and w.notification_id = x."notificationId"
            and w.closed_at is not null))
      returning e.window_job_id
    )
    update digest_windows w set closes_at_count = w.closes_at_count + gone.count
    from (select window_job_id, count(*)::integer as count from removed group by window_job_id) as gone
    where w.environment_id = ${environmentId} and w.job_id = gone.window_job_id`);
}

/**
 * Hands windows whose opener was canceled over to their earliest remaining event, whose run closes them at the same
 * time and has the settings of the opener, by which that time was computed; a window without events is deleted.
 */
export async function handWindowsOver(
  tx: Queryable,
  environmentId: string,
  windowJobIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    delete from digest_windows w
    where w.environment_id = ${environmentId} and w.job_id = any(${windowJobIds}) and not exists (
      select 1 from digest_events e
      where e.environment_id = w.environment_id and e.window_job_id = w.job_id)`);
  await tx.query(sql`
    with heir as (
      select distinct on (w.job_id) w.job_id as old_job_id, w.notification_id as old_main, w.closes_at, e.notification_id, j.id as job_id,
        j.position, coalesce(o.digest, j.digest) as digest
      from digest_windows w
      left join jobs o on o.environment_id = w.environment_id and o.notification_id = w.notification_id
        and o.id = w.job_id
      join digest_events e on e.environment_id = w.environment_id and e.window_job_id = w.job_id
      join jobs j on j.environment_id = e.environment_id and j.notification_id = e.notification_id
        and j.step_id = w.step_id
      where w.environment_id = ${environmentId} and w.job_id = any(${windowJobIds})
      order by w.job_id, e.seq
    ), moved_window as (
      update digest_windows w set job_id = heir.job_id, notification_id = heir.notification_id
      from heir where w.environment_id = ${environmentId} and w.job_id = heir.old_job_id
    ), moved_events as (
      update digest_events e set window_job_id = heir.job_id
      from heir where e.environment_id = ${environmentId} and e.window_job_id = heir.old_job_id
      returning e.notification_id as id, heir.notification_id as main, heir.old_main
    ), pointed as (
      update notifications n set digested_into = nullif(moved_events.main, n.id)
      from moved_events where n.environment_id = ${environmentId} and n.id = moved_events.id
        and n.digested_into = moved_events.old_main
    )
    update jobs j set updated_at = ${now},
      status = case when j.position = heir.position then 'delayed' else 'pending' end,
      due_at = case when j.position = heir.position then heir.closes_at end,
      digest = case when j.position = heir.position then heir.digest else j.digest end
    from heir
    where j.environment_id = ${environmentId} and j.notification_id = heir.notification_id
      and j.position >= heir.position and j.status = any(${sourcesOf("handOver")})`);
}
