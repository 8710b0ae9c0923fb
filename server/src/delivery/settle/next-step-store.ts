import sql from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { JobState } from "./next-steps.ts";

/**
 * Locks notifications whose jobs may be with several workers, before any other row of them is locked: of two workers
 * that end a job at the same moment, the second sees what the first has stored.
 */
export async function lockSplitRuns(
  tx: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<void> {
  await tx.query(sql`
    select n.id from notifications n where n.environment_id = ${environmentId} and n.id = any(${notificationIds})
    order by n.id for update`);
}

export async function findJobStates(
  tx: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<JobState[]> {
  return tx.query<JobState>(sql`
    select j.notification_id as "notificationId", j.position, j.status, j.due_at is not null as "isQueued",
      j.unfinished_claims > 0 as "isHeld"
    from jobs j where j.environment_id = ${environmentId} and j.notification_id = any(${notificationIds})`);
}

export type JobPlace = { notificationId: string; position: number };

/** Puts jobs that have not begun into the queue, due now. */
export async function queueJobs(
  tx: Queryable,
  environmentId: string,
  places: readonly JobPlace[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update jobs j set due_at = ${now}
    from json_to_recordset(${JSON.stringify(places)}) as x("notificationId" text, position smallint)
    where j.environment_id = ${environmentId} and j.notification_id = x."notificationId" and j.position = x.position
      and j.status = 'pending' and j.due_at is null`);
}
