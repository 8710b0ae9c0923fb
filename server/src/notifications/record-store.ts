import { OPEN_JOB_STATUSES } from "@tidings/contract";
import sql, { raw, type Sql } from "sql-template-tag";
import { among } from "../database/among.ts";
import type { Queryable } from "../database/database.ts";
import { requestedIds } from "../database/requested-ids.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { ExecutionDetail } from "./execution-detail.ts";
import type { Job } from "./notification.ts";
import { IS_TRIED_AGAIN } from "./outcome-store.ts";
import { type NotificationSummary, summariesOf } from "./summary-store.ts";

/** The columns of a `Job`. */
export const JOB_COLUMNS = raw(`
  j.id, j.position, j.step_id as "stepId", j.type, j.status, j.provider_id as "providerId", j.digest, j.output,
  j.schedule_extensions_count as "scheduleExtensionsCount"`);

/** A stored job, for the record of its notification. */
export type StoredJob = Job & {
  notificationId: string;
  updatedAt: Date;
  /** Details in the job's own row (`packed-details.ts`). */
  packedDetails: string | null;
  /** When a worker takes it; null if it does not wait or a worker holds it. */
  dueAt: Date | null;
  /** Provider calls for its messages. */
  attempts: number;
  /** The next attempt at a message that failed before. */
  nextAttemptAt: Date | null;
  messageIds: string[];
  /** Of the open window of its digest; null if it opened none. */
  eventCount: number | null;
  closesAt: Date | null;
};

/** Of the messages `m` of a job: their ids, provider calls and next attempt. */
const SENDING_COLUMNS = sql`
  array_agg(m.id order by m.id) as ids, sum(m.attempts)::integer as attempts,
  min(m.next_attempt_at) filter (where ${IS_TRIED_AGAIN}) as next_attempt_at`;

/** A job with the summary of its notification. */
export type SummedJob = StoredJob & { summary: NotificationSummary };

/** The jobs of notifications, in the order of the steps. */
export function findJobs(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<SummedJob[]> {
  return database.query<SummedJob>(sql`
    select its.* from ${requestedIds(notificationIds)} as requested(id, at)
    cross join lateral (${jobsOf(environmentId, sql`= requested.id`)} offset 0) its`);
}

/** Selects the jobs of notifications as `SummedJob`; `isWanted` is the condition for their id, such as `= n.id`. */
export function jobsOf(environmentId: string, isWanted: Sql): Sql {
  return sql`
    with summary as (${summariesOf(environmentId, isWanted)}),
    sending as (
      select m.notification_id, m.position, ${SENDING_COLUMNS}
      from messages m where m.environment_id = ${environmentId} and m.notification_id ${isWanted}
      group by m.notification_id, m.position
    )
    select j.notification_id as "notificationId", ${JOB_COLUMNS}, j.updated_at as "updatedAt",
      j.packed_details as "packedDetails",
      case when j.status = any(${OPEN_JOB_STATUSES}) and j.unfinished_claims = 0 then j.due_at end as "dueAt",
      coalesce(sending.attempts, 0) as attempts, sending.next_attempt_at as "nextAttemptAt",
      coalesce(sending.ids, '{}') as "messageIds", w.closes_at as "closesAt",
      case when w.job_id is not null then (
        select count(*)::integer from digest_events e
        where e.environment_id = ${environmentId} and e.window_job_id = w.job_id) end as "eventCount",
      json_build_object('state', summary.state, 'failedSteps', summary.failed_steps, 'code', summary.code,
        'stepId', summary.step_id) as summary
    from jobs j join summary on summary.id = j.notification_id
    left join sending on sending.notification_id = j.notification_id and sending.position = j.position
    left join digest_windows w on w.environment_id = j.environment_id and w.job_id = j.id and w.closed_at is null
      and j.type = 'digest'
    where j.environment_id = ${environmentId} and j.notification_id ${isWanted}
    order by j.notification_id, j.position`;
}

/** Jobs that have completed, none of them a digest: nothing else is to be read about them. */
export function hasEnded(jobs: readonly Pick<StoredJob, "status" | "type">[]): boolean {
  return jobs.every(({ status, type }) => status === "completed" && type !== "digest");
}

/**
 * Selects the jobs of one notification as `StoredJob`, correct if they have ended (`hasEnded`): without what open steps
 * and windows wait for. `isWanted` is the condition for the notification's id. Takes a quarter of the processor time of `jobsOf`.
 */
export function endedJobsOf(environmentId: string, isWanted: Sql): Sql {
  return sql`
    select j.notification_id as "notificationId", ${JOB_COLUMNS}, j.updated_at as "updatedAt",
      j.packed_details as "packedDetails", null as "dueAt",
      coalesce(sending.attempts, 0) as attempts, sending.next_attempt_at as "nextAttemptAt",
      coalesce(sending.ids, '{}') as "messageIds", null as "closesAt", null as "eventCount"
    from jobs j left join lateral (
      select ${SENDING_COLUMNS} from messages m
      where m.environment_id = ${environmentId} and m.notification_id ${isWanted} and m.position = j.position
    ) sending on true
    where j.environment_id = ${environmentId} and j.notification_id ${isWanted} order by j.position`;
}

export type StoredDetail = ExecutionDetail & { notificationId: string; createdAt: Date };

/** The execution details of notifications that are rows, in the order in which they were recorded. */
export function findDetails(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<StoredDetail[]> {
  return database.query<StoredDetail>(detailsOf(environmentId, among(notificationIds)));
}

/** Selects the execution details of notifications as `StoredDetail`; `isWanted` is the condition for their id. */
export function detailsOf(environmentId: string, isWanted: Sql): Sql {
  return sql`
    select d.notification_id as "notificationId", d.id, d.position, d.code, d.provider_id as "providerId",
      d.is_retry as "isRetry", d.raw, d.created_at as "createdAt"
    from execution_details d where d.environment_id = ${environmentId} and d.notification_id ${isWanted}
    order by d.notification_id, d.id`;
}

export type DigestedPayload = { jobId: string; payload: JsonObject };

/** Limit of the payloads shown for the digests of one notification; the first payload of each is always shown. */
export const DIGEST_BYTES = 4 * 1024 * 1024;

/** A digest's window, by the job that opened it, and the limit in bytes of its shown payloads. */
export type ShownWindow = { jobId: string; maxBytes: number };

/**
 * The payloads of digest windows, in the order of their arrival: the first `max` events of each window, cut to its
 * limit
 * in bytes, but at least one.
 */
export async function findDigestedPayloads(
  database: Queryable,
  environmentId: string,
  { windows, max }: { windows: readonly ShownWindow[]; max: number },
): Promise<DigestedPayload[]> {
  const jobIds = windows.map(({ jobId }) => jobId);
  const bytes = windows.map(({ maxBytes }) => maxBytes);
  const triggerOfEvent = sql`
    join notifications n on n.environment_id = e.environment_id and n.id = e.notification_id
    join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id`;
  return database.query<DigestedPayload>(sql`
    with shown as materialized (
      select w.job_id, coalesce((
        select x.seq from (
          select e.seq, sum(octet_length(t.payload::text)) over (order by e.seq rows unbounded preceding) as running
          from digest_events e ${triggerOfEvent}
          where e.environment_id = ${environmentId} and e.window_job_id = w.job_id and e.seq <= ${max}
        ) x where x.running > w.max_bytes and x.seq > 1 order by x.seq limit 1), ${max} + 1) as end_seq
      from unnest(${jobIds}::text[], ${bytes}::integer[]) as w(job_id, max_bytes)
    )
    select e.window_job_id as "jobId", t.payload
    from shown s
    join digest_events e on e.environment_id = ${environmentId} and e.window_job_id = s.job_id and e.seq < s.end_seq
    ${triggerOfEvent}
    order by e.window_job_id, e.seq`);
}
