import sql from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { StepId, WorkflowId } from "../../foundation/ids.ts";

/** A run that waits in a delay or a digest. */
export type WaitingRun = { notificationId: string; position: number; stepId: StepId };

/**
 * Waiting notifications in the order of their ids. Read alone, because that walks the primary key once over all
 * pages: joined with the workflow, each page sorted all waiting ones (329 ms for 20,000).
 */
export async function findWaiting(
  database: Queryable,
  environmentId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    select j.notification_id as id from jobs j
    where j.environment_id = ${environmentId} and j.notification_id > ${after} and j.status = 'delayed'
    order by j.notification_id, j.position limit ${limit}`);
  return rows.map(({ id }) => id);
}

export type OlderRuns = { workflowId: WorkflowId; version: number; notificationIds: readonly string[] };

/**
 * Locks those that are runs of older versions of a workflow; a run that a worker holds no longer waits, and one with
 * another step in progress, or with a later one that has ended, keeps its version.
 */
export async function lockOlderRuns(
  tx: Queryable,
  environmentId: string,
  { workflowId, version, notificationIds }: OlderRuns,
): Promise<WaitingRun[]> {
  return tx.query<WaitingRun>(sql`
    select j.notification_id as "notificationId", j.position, j.step_id as "stepId"
    from jobs j join notifications n on n.environment_id = j.environment_id and n.id = j.notification_id
    where j.environment_id = ${environmentId} and j.notification_id = any(${notificationIds}) and j.status = 'delayed'
      and j.due_at is not null and j.unfinished_claims = 0 and n.workflow_id = ${workflowId} and n.workflow_version < ${version}
      and not exists (select 1 from jobs o where o.environment_id = j.environment_id
        and o.notification_id = j.notification_id and o.position <> j.position
        and (o.status in ('queued', 'running', 'delayed') or (o.status <> 'pending' and o.position > j.position)
          or (o.status = 'pending' and (o.position < j.position or o.due_at is not null))))
    order by j.notification_id for update of j`);
}

/**
 * Assigns runs to another version and deletes the jobs that have not begun, with their details: the steps of the new
 * version get the same positions.
 */
export async function leaveVersion(
  tx: Queryable,
  environmentId: string,
  { runs, version }: { runs: readonly WaitingRun[]; version: number },
): Promise<void> {
  await tx.query(sql`
    with run as (
      select x.* from json_to_recordset(${JSON.stringify(runs)}) as x("notificationId" text, position smallint)
    ), forgotten as (
      delete from jobs j using run where j.environment_id = ${environmentId}
        and j.notification_id = run."notificationId" and j.position > run.position
    ), details as (
      delete from execution_details d using run where d.environment_id = ${environmentId}
        and d.notification_id = run."notificationId" and d.position > run.position
    )
    update notifications n set workflow_version = ${version} from run
    where n.environment_id = ${environmentId} and n.id = run."notificationId"`);
}
