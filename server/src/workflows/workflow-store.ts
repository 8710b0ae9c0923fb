import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { idsAmong } from "../foundation/id.ts";
import { type WorkflowId, type WorkflowKey, workflowKeyOf } from "../foundation/ids.ts";
import { type NamedSteps, namedStepsIfReadable } from "./named-steps.ts";
import type { WorkflowReference } from "./slug.ts";
import { type Stored, toStoredDefinition, withDefinition } from "./stored-definition.ts";
import type { Workflow, WorkflowDefinition, WorkflowReadings } from "./workflow.ts";

export const RECORD_COLUMNS = raw(`
  w.id, w.identifier as "workflowKey", w.version, w.is_active as "isActive", w.created_at as "createdAt", w.updated_at as "updatedAt"`);
export const WITH_VERSION = raw(`
  workflows w join workflow_versions v
    on v.environment_id = w.environment_id and v.workflow_id = w.id and v.version = w.version`);

/** The workflows with these keys in their current version, without readings; unknown ones are missing. */
export async function findWorkflowsByKey(
  database: Queryable,
  environmentId: string,
  keys: readonly WorkflowKey[],
): Promise<Workflow[]> {
  const rows = await database.query<Stored<Workflow>>(sql`
    select ${RECORD_COLUMNS}, v.definition from ${WITH_VERSION}
    where w.environment_id = ${environmentId} and w.identifier = any(${keys}) and w.deleted_at is null`);
  return rows.map(withDefinition);
}

/** A workflow without its definition. */
export type WorkflowHead = Pick<Workflow, "id" | "workflowKey" | "version" | "isActive">;

/** The current versions, without definitions: callers take those from the version cache. */
export async function findWorkflowHeads(
  database: Queryable,
  environmentId: string,
  keys: readonly WorkflowKey[],
): Promise<WorkflowHead[]> {
  return database.query<WorkflowHead>(sql`
    select w.id, w.identifier as "workflowKey", w.version, w.is_active as "isActive" from workflows w
    where w.environment_id = ${environmentId} and w.identifier = any(${keys}) and w.deleted_at is null`);
}

/**
 * The workflows named by key or id; ids are returned without a check that they exist.
 */
export async function findWorkflowIds(
  database: Queryable,
  environmentId: string,
  names: readonly string[],
): Promise<WorkflowId[]> {
  const heads = await findWorkflowHeads(database, environmentId, names.map(workflowKeyOf));
  return [...idsAmong<WorkflowId>(names), ...heads.map(({ id }) => id)];
}

/** The workflow with a key, and the deleted ones that had it. */
export async function findWorkflowIdsEver(
  database: Queryable,
  environmentId: string,
  key: WorkflowKey,
): Promise<WorkflowId[]> {
  const rows = await database.query<{ id: WorkflowId }>(sql`
    select w.id from workflows w where w.environment_id = ${environmentId} and w.identifier = ${key}`);
  return rows.map(({ id }) => id);
}

/** Finds the workflow of a reference; an id takes precedence over a key that looks like one. */
export async function findWorkflow(
  database: Queryable,
  environmentId: string,
  { id, key }: WorkflowReference,
): Promise<Workflow | undefined> {
  const rows = await database.query<Stored<Workflow>>(sql`
    select ${RECORD_COLUMNS}, v.definition, v.readings from ${WITH_VERSION}
    where w.environment_id = ${environmentId} and (w.id = ${id ?? ""} or w.identifier = ${key})
      and w.deleted_at is null
    order by w.id = ${id ?? ""} desc limit 1`);
  return rows.map(withDefinition)[0];
}

/** Prevents other transactions from adding workflows to the environment until this one ends. */
export async function lockAdding(tx: Queryable, environmentId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`workflows|${environmentId}`}, 0))`);
}

/** Taken keys with this prefix, for finding a free one. */
export async function takenKeys(
  database: Queryable,
  environmentId: string,
  beginning: string,
): Promise<Set<WorkflowKey>> {
  const rows = await database.query<{ workflowKey: WorkflowKey }>(sql`
    select identifier as "workflowKey" from workflows
    where environment_id = ${environmentId} and deleted_at is null and starts_with(identifier, ${beginning})`);
  return new Set(rows.map((row) => row.workflowKey));
}

export async function countWorkflows(database: Queryable, environmentId: string): Promise<number> {
  const rows = await database.query<{ total: number }>(sql`
    select count(*)::int as total from workflows where environment_id = ${environmentId} and deleted_at is null`);
  return rows[0]?.total ?? 0;
}

/** Inserts a workflow with its first version. */
export async function insertWorkflow(
  tx: Queryable,
  environmentId: string,
  workflow: Workflow,
): Promise<void> {
  await tx.query(sql`
    insert into workflows (environment_id, id, identifier, version, is_active, created_at, updated_at)
    values (${environmentId}, ${workflow.id}, ${workflow.workflowKey}, ${workflow.version}, ${workflow.isActive},
      ${workflow.createdAt}, ${workflow.updatedAt})`);
  await insertVersion(tx, environmentId, workflow);
}

/** Prevents other transactions from changing the workflow until this one ends. Read the workflow again afterwards. */
export async function lockWorkflow(tx: Queryable, environmentId: string, id: WorkflowId): Promise<void> {
  await tx.query(sql`
    select id from workflows where environment_id = ${environmentId} and id = ${id} for update`);
}

type Changed = Pick<Workflow, "version" | "isActive" | "updatedAt">;
const CHANGED = raw(`version, is_active as "isActive", updated_at as "updatedAt"`);

/** Stores the definition of a locked workflow as its next version, and makes that the current one. */
export async function saveVersion(
  tx: Queryable,
  environmentId: string,
  workflow: Workflow,
): Promise<Workflow> {
  const rows = await tx.query<Changed>(sql`
    update workflows set version = version + 1, is_active = ${workflow.isActive}, updated_at = now()
    where environment_id = ${environmentId} and id = ${workflow.id} returning ${CHANGED}`);
  const saved = { ...workflow, ...rows[0] };
  await insertVersion(tx, environmentId, saved);
  return saved;
}

/** Activates or deactivates a locked workflow; definition and version do not change. */
export async function switchWorkflow(
  tx: Queryable,
  environmentId: string,
  workflow: Workflow,
): Promise<Workflow> {
  const rows = await tx.query<Changed>(sql`
    update workflows set is_active = ${workflow.isActive}, updated_at = now()
    where environment_id = ${environmentId} and id = ${workflow.id} returning ${CHANGED}`);
  return { ...workflow, ...rows[0] };
}

async function insertVersion(tx: Queryable, environmentId: string, workflow: Workflow): Promise<void> {
  const readings = workflow.readings ? JSON.stringify(workflow.readings) : null;
  await tx.query(sql`
    insert into workflow_versions (environment_id, workflow_id, version, definition, readings)
    values (${environmentId}, ${workflow.id}, ${workflow.version}, ${JSON.stringify(toStoredDefinition(workflow.definition))},
      ${readings})`);
}

/**
 * Only marks the workflow as deleted, because started runs keep their version.
 * @returns false if there is no such workflow.
 */
export async function softDeleteWorkflow(
  database: Queryable,
  environmentId: string,
  id: WorkflowId,
): Promise<boolean> {
  const rows = await database.query<{ id: string }>(sql`
    update workflows set deleted_at = now()
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null returning id`);
  return rows.length === 1;
}

export type VersionKey = { workflowId: WorkflowId; version: number };
export type WorkflowVersion = VersionKey & {
  workflowKey: WorkflowKey;
  definition: WorkflowDefinition;
  namedSteps: NamedSteps;
};
/** `bytes` is the length of the definition as JSON text. */
export type MeasuredVersion = WorkflowVersion & { bytes: number };

type StoredVersion = Stored<Omit<MeasuredVersion, "namedSteps">> & { readings: WorkflowReadings | null };

/** Versions of workflows, also of deleted ones; unknown versions are missing. */
export async function findVersions(
  database: Queryable,
  environmentId: string,
  keys: readonly VersionKey[],
): Promise<MeasuredVersion[]> {
  const rows = await database.query<StoredVersion>(sql`
    select v.workflow_id as "workflowId", v.version, w.identifier as "workflowKey", v.definition, v.readings,
      octet_length(v.definition::text) as bytes
    from json_to_recordset(${JSON.stringify(keys)}) as x("workflowId" text, version integer)
    join workflow_versions v on v.workflow_id = x."workflowId" and v.version = x.version
    join workflows w on w.environment_id = v.environment_id and w.id = v.workflow_id
    where v.environment_id = ${environmentId} and w.environment_id = ${environmentId}`);
  return rows.map(withDefinition).map(({ readings, ...version }) => {
    return { ...version, namedSteps: namedStepsIfReadable(version.definition.steps, readings) };
  });
}
