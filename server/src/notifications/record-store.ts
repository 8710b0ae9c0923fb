import type { DetailSource, DetailStatus } from "@tidings/contract";
import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { ExecutionDetail } from "./execution-detail.ts";
import type { Job } from "./notification.ts";

/** What is stored of the steps of notifications, for reading it back as their record. */

export type StoredJob = Job & { notificationId: string; updatedAt: Date };

/** In the order of the steps. */
export async function findJobs(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<StoredJob[]> {
  return database.query<StoredJob>(sql`
    select j.notification_id as "notificationId", j.id, j.position, j.step_id as "stepId", j.type, j.status,
      j.provider_id as "providerId", j.digest, j.output,
      j.schedule_extensions_count as "scheduleExtensionsCount", j.updated_at as "updatedAt"
    from jobs j where j.environment_id = ${environmentId} and j.notification_id = any(${notificationIds})
    order by j.notification_id, j.position`);
}

export type StoredDetail = ExecutionDetail & { status: DetailStatus; source: DetailSource; createdAt: Date };

/** In the order in which they happened. */
export async function findDetails(
  database: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<StoredDetail[]> {
  return database.query<StoredDetail>(sql`
    select d.id, d.job_id as "jobId", d.code, d.status, d.source, d.provider_id as "providerId",
      d.is_retry as "isRetry", d.raw, d.created_at as "createdAt"
    from execution_details d where d.environment_id = ${environmentId} and d.notification_id = any(${notificationIds})
    order by d.notification_id, d.id`);
}

export type DigestedPayload = { jobId: string; payload: JsonObject };

/** Payloads that digest windows collected, of each the first `most`, in the order in which they joined. */
export async function findDigestedPayloads(
  database: Queryable,
  environmentId: string,
  { jobIds, most }: { jobIds: readonly string[]; most: number },
): Promise<DigestedPayload[]> {
  return database.query<DigestedPayload>(sql`
    select e.window_job_id as "jobId", t.payload
    from digest_events e
    join notifications n on n.environment_id = e.environment_id and n.id = e.notification_id
    join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
    where e.environment_id = ${environmentId} and e.window_job_id = any(${jobIds}) and e.seq <= ${most}
    order by e.window_job_id, e.seq`);
}
