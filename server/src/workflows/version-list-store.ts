import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { WorkflowId } from "../foundation/ids.ts";
import { type Stored, withDefinition } from "./stored-definition.ts";
import type { Workflow } from "./workflow.ts";

export type ListedVersion = { version: number; createdAt: Date };

/** Versions of a workflow, the newest first, before the cursor. */
export function listVersions(
  database: Queryable,
  environmentId: string,
  workflowId: WorkflowId,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<ListedVersion[]> {
  const before = after === undefined ? sql`` : sql`and version < ${after}`;
  return database.query<ListedVersion>(sql`
    select version, created_at as "createdAt" from workflow_versions
    where environment_id = ${environmentId} and workflow_id = ${workflowId} ${before}
    order by version desc limit ${limit}`);
}

export async function countVersions(
  database: Queryable,
  environmentId: string,
  workflowId: WorkflowId,
): Promise<number> {
  const [counted] = await database.query<{ total: number }>(sql`
    select count(*)::integer as total from workflow_versions
    where environment_id = ${environmentId} and workflow_id = ${workflowId}`);
  return counted?.total ?? 0;
}

/** Queue entries that are examined for one answer. */
const EXAMINED_MAX = 50_000;

export type WaitingByVersion = { byVersion: Map<number, number>; isCapped: boolean };

/**
 * The number of notifications that wait in each version of a workflow. It examines the environment's queue by its index,
 * the latest due times first, because what waits is due later than what is about to run.
 */
export async function countWaiting(
  database: Queryable,
  environmentId: string,
  workflowId: WorkflowId,
): Promise<WaitingByVersion> {
  const rows = await database.queryPlanned<{ version: number | null; waiting: number; examined: number }>(sql`
    with due as materialized (
      select notification_id, status from jobs
      where environment_id = ${environmentId} and due_at is not null order by due_at desc limit ${EXAMINED_MAX + 1}
    ), waiting as (
      select distinct notification_id from due where status = 'delayed'
    ), counted as (
      select n.workflow_version as version, count(*)::integer as waiting
      from waiting w join notifications n on n.environment_id = ${environmentId} and n.id = w.notification_id
      where n.workflow_id = ${workflowId} group by 1
    )
    select c.version, c.waiting, x.examined
    from (select count(*)::integer as examined from due) x left join counted c on true`);
  return {
    byVersion: new Map(
      rows.flatMap(({ version, waiting }) => (version === null ? [] : [[version, waiting] as const])),
    ),
    isCapped: (rows[0]?.examined ?? 0) > EXAMINED_MAX,
  };
}

export type StoredVersion = Required<Pick<Workflow, "definition" | "readings">> & { createdAt: Date };

/** @returns undefined if the workflow has no such version. */
export async function findVersion(
  database: Queryable,
  environmentId: string,
  workflowId: WorkflowId,
  version: number,
): Promise<StoredVersion | undefined> {
  const rows = await database.query<Stored<StoredVersion>>(sql`
    select definition, readings, created_at as "createdAt" from workflow_versions
    where environment_id = ${environmentId} and workflow_id = ${workflowId} and version = ${version}`);
  return rows.map(withDefinition)[0];
}
