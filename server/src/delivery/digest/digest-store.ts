import sql from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { StepId, SubscriberId, WorkflowId } from "../../foundation/ids.ts";
import type { DigestEvent } from "../../notifications/notification.ts";

/** The transaction, the environment and the time. */
type DigestMoment = { tx: Queryable; environmentId: string; now: Date };

/** A group of events of one batch for one window. */
export type WindowRequest = {
  jobId: string;
  notificationId: string;
  workflowId: WorkflowId;
  stepId: StepId;
  subscriberId: SubscriberId;
  digestKey: string;
  closesAt: Date;
  latestCloseAt: Date | null;
  closesAtCount: number | null;
  count: number;
};
export type Window = {
  /** The job that opened the window and will close it. */
  jobId: string;
  notificationId: string;
  workflowId: WorkflowId;
  stepId: StepId;
  subscriberId: SubscriberId;
  digestKey: string;
  eventCount: number;
  closesAt: Date;
  latestCloseAt: Date | null;
  closesAtCount: number | null;
};

/**
 * For each request the open window of its key, opened now where there was none; its count already includes the
 * request's events. The unique index on open windows decides between concurrent workers, and the row's lock orders
 * them.
 */
export async function joinWindows(
  { tx, environmentId, now }: DigestMoment,
  requests: readonly WindowRequest[],
): Promise<Window[]> {
  return tx.query<Window>(sql`
    insert into digest_windows as w (environment_id, job_id, notification_id, workflow_id, step_id, subscriber_id,
      digest_key, event_count, closes_at, latest_close_at, closes_at_count)
    select ${environmentId}, x."jobId", x."notificationId", x."workflowId", x."stepId", x."subscriberId",
      x."digestKey", x.count, case when x.count >= x."closesAtCount" then ${now} else x."closesAt" end,
      x."latestCloseAt", x."closesAtCount"
    from json_to_recordset(${JSON.stringify(requests)}) as x(
      "jobId" text, "notificationId" text, "workflowId" text, "stepId" text, "subscriberId" text, "digestKey" text,
      count integer, "closesAt" timestamptz, "latestCloseAt" timestamptz, "closesAtCount" integer)
    order by x."workflowId", x."stepId", x."subscriberId", x."digestKey"
    on conflict (environment_id, workflow_id, step_id, subscriber_id, md5(digest_key)) where closed_at is null
    do update set event_count = w.event_count + excluded.event_count,
      closes_at = case
        when w.event_count + excluded.event_count >= w.closes_at_count then least(w.closes_at, ${now})
        when w.latest_close_at is null then w.closes_at
        else least(w.latest_close_at, greatest(w.closes_at, excluded.closes_at)) end
    returning w.job_id as "jobId", w.notification_id as "notificationId", w.workflow_id as "workflowId",
      w.step_id as "stepId", w.subscriber_id as "subscriberId", w.digest_key as "digestKey",
      w.event_count as "eventCount", w.closes_at as "closesAt",
      w.latest_close_at as "latestCloseAt", w.closes_at_count as "closesAtCount"`);
}

/**
 * Reschedules the closing of windows whose end has changed. A window that is being closed is left alone, and so is
 * one that has ended and only waits for the subscriber's schedule.
 */
export async function rescheduleClosing(
  { tx, environmentId }: DigestMoment,
  windows: readonly Window[],
): Promise<void> {
  if (windows.length === 0) return;
  const rows = windows.map(({ jobId, notificationId, closesAt }) => ({ jobId, notificationId, closesAt }));
  await tx.query(sql`
    update jobs j set due_at = x."closesAt"
    from json_to_recordset(${JSON.stringify(rows)}) as x("jobId" text, "notificationId" text, "closesAt" timestamptz)
    where j.environment_id = ${environmentId} and j.notification_id = x."notificationId" and j.id = x."jobId"
      and j.status = 'delayed' and j.unfinished_claims = 0 and j.schedule_extensions_count = 0
      and j.due_at <> x."closesAt"`);
}

export type NewDigestEvent = { windowJobId: string; notificationId: string; seq: number };

export async function insertDigestEvents(
  { tx, environmentId }: DigestMoment,
  events: readonly NewDigestEvent[],
): Promise<void> {
  await tx.query(sql`
    insert into digest_events (environment_id, window_job_id, notification_id, seq)
    select ${environmentId}, x."windowJobId", x."notificationId", x.seq
    from json_to_recordset(${JSON.stringify(events)}) as x("windowJobId" text, "notificationId" text, seq integer)
    on conflict do nothing`);
}

/** All events of a closed window that a run brings into its next digest, from `seq` on. */
export type CarriedEvents = { windowJobId: string; closedJobId: string; seq: number };

/** Copies the events of closed windows, in their order: each is an event of the next digest too. */
export async function insertCarriedEvents(
  { tx, environmentId }: DigestMoment,
  carried: readonly CarriedEvents[],
): Promise<void> {
  await tx.query(sql`
    insert into digest_events (environment_id, window_job_id, notification_id, seq)
    select ${environmentId}, x."windowJobId", e.notification_id,
      x.seq - 1 + row_number() over (partition by x."windowJobId", x."closedJobId" order by e.seq)
    from json_to_recordset(${JSON.stringify(carried)}) as x("windowJobId" text, "closedJobId" text, seq integer)
    join digest_events e on e.environment_id = ${environmentId} and e.window_job_id = x."closedJobId"
    on conflict do nothing`);
}

/** The number of events of each of these windows, by the job that opened it. */
export async function countDigestEvents(
  { tx, environmentId }: DigestMoment,
  jobIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ jobId: string; count: number }>(sql`
    select window_job_id as "jobId", count(*)::integer as count from digest_events
    where environment_id = ${environmentId} and window_job_id = any(${jobIds}) group by window_job_id`);
  return new Map(rows.map(({ jobId, count }) => [jobId, count]));
}

/** Closes windows; later events of their keys open new ones. Closing again changes nothing. */
export async function closeWindows(
  database: Queryable,
  environmentId: string,
  jobIds: readonly string[],
): Promise<void> {
  await database.query(sql`
    update digest_windows set closed_at = now()
    where environment_id = ${environmentId} and job_id = any(${jobIds}) and closed_at is null`);
}

/** The events of closed windows by the job that opened the window: how many there are, and the first of them. */
export type Digested = { count: number; events: DigestEvent[] };

/** Bytes of an event beside its payload. */
const EVENT_BYTES = 100;

/**
 * The events of closed windows in the order in which they joined. Of each window the first ones that have at most
 * `maxBytes` together are read, and at least one.
 */
export async function findDigestEvents(
  database: Queryable,
  environmentId: string,
  { jobIds, maxBytes }: { jobIds: readonly string[]; maxBytes: number },
): Promise<Map<string, Digested>> {
  const rows = await database.query<EventRow>(sql`
    with weighed as (
      select e.window_job_id, e.seq, e.notification_id, n.created_at, n.trigger_id,
        count(*) over (partition by e.window_job_id)::integer as count,
        row_number() over joined as place,
        sum(coalesce(t.bytes, octet_length(t.payload::text)) + ${EVENT_BYTES}::integer) over joined as bytes
      from digest_events e
      join notifications n on n.environment_id = e.environment_id and n.id = e.notification_id
      join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
      where e.environment_id = ${environmentId} and e.window_job_id = any(${jobIds})
      window joined as (partition by e.window_job_id order by e.seq rows unbounded preceding)
    )
    select w.window_job_id as "jobId", w.notification_id as id, w.created_at as at, t.payload, w.count
    from weighed w join triggers t on t.environment_id = ${environmentId} and t.id = w.trigger_id
    where w.bytes <= ${maxBytes} or w.place = 1
    order by w.window_job_id, w.seq`);
  const digests = new Map<string, Digested>();
  for (const { jobId, id, at, payload, count } of rows) {
    const digest = digests.get(jobId) ?? { count, events: [] };
    digest.events.push({ id, time: at.toISOString(), payload });
    digests.set(jobId, digest);
  }
  return digests;
}

type EventRow = { jobId: string; id: string; at: Date; payload: DigestEvent["payload"]; count: number };
