import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";

/**
 * An SQL condition: a step of the notification waits or is with a worker. An aggregate, so that it is looked up for
 * each notification over the key of jobs: `exists` is planned as a hash of all jobs of the environment.
 */
export function isUnfinished(environmentId: string, notificationId: Sql): Sql {
  return sql`coalesce((
    select bool_or(j.due_at is not null) from jobs j
    where j.environment_id = ${environmentId} and j.notification_id = ${notificationId}), false)`;
}

/** Deletes the windows that digests of these notifications opened, with their events. */
export async function deleteDigests(
  tx: Queryable,
  environmentId: string,
  notificationIds: readonly string[],
): Promise<void> {
  const jobs = await tx.query<{ id: string }>(sql`
    select id from jobs
    where environment_id = ${environmentId} and notification_id = any(${notificationIds}) and type = 'digest'`);
  if (jobs.length === 0) return;
  const ids = jobs.map(({ id }) => id);
  await tx.query(sql`
    delete from digest_events where environment_id = ${environmentId} and window_job_id = any(${ids})`);
  await tx.query(
    sql`delete from digest_windows where environment_id = ${environmentId} and job_id = any(${ids})`,
  );
}
