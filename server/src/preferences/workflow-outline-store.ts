import { CHANNELS, type Channel } from "@tidings/contract";
import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { WorkflowReference } from "../workflows/slug.ts";
import type { Workflow, WorkflowDefinition } from "../workflows/workflow.ts";
import { WITH_VERSION } from "../workflows/workflow-store.ts";

/** The part of a workflow that preferences need. A hundred complete workflows may have a hundred megabytes. */
export type WorkflowOutline = Pick<Workflow, "id" | "workflowKey" | "updatedAt"> &
  Pick<WorkflowDefinition, "name" | "tags" | "severity" | "preferences"> & {
    /** The channels of its steps. */
    channels: Channel[];
  };

type Row = Omit<WorkflowOutline, "preferences" | "channels"> & {
  preferences: WorkflowOutline["preferences"] | null;
  stepTypes: string[];
};

const OUTLINE = raw(`
  w.id, w.identifier as "workflowKey", w.updated_at as "updatedAt", v.definition ->> 'name' as name, v.definition -> 'tags' as tags,
  v.definition ->> 'severity' as severity, v.definition -> 'preferences' as preferences,
  array(select distinct step ->> 'type' from json_array_elements(v.definition -> 'steps') step) as "stepTypes"`);

/** All active workflows, by id. */
export async function findActiveOutlines(
  database: Queryable,
  environmentId: string,
): Promise<WorkflowOutline[]> {
  const rows = await database.query<Row>(sql`
    select ${OUTLINE} from ${WITH_VERSION}
    where w.environment_id = ${environmentId} and w.deleted_at is null and w.is_active order by w.id`);
  return rows.map(toOutline);
}

/**
 * Finds the workflow of each reference, active or not; an id takes precedence over a key that looks like one.
 */
export async function findOutlines(
  database: Queryable,
  environmentId: string,
  references: readonly WorkflowReference[],
): Promise<(WorkflowOutline | undefined)[]> {
  const ids = references.flatMap(({ id }) => id ?? []);
  const keys = references.map(({ key }) => key);
  const rows = await database.query<Row>(sql`
    select ${OUTLINE} from ${WITH_VERSION}
    where w.environment_id = ${environmentId} and w.deleted_at is null
      and (w.id = any(${ids}) or w.identifier = any(${keys}))`);
  const outlines = rows.map(toOutline);
  const byId = new Map(outlines.map((outline) => [outline.id, outline]));
  const byKey = new Map(outlines.map((outline) => [outline.workflowKey, outline]));
  return references.map(({ id, key }) => (id === undefined ? undefined : byId.get(id)) ?? byKey.get(key));
}

/** A tag of more workflows is an error where each gets its own preference. */
const MAX_TAGGED = 1_000;

/** The workflows with one of the tags, active or not, by id. */
export async function findTaggedOutlines(
  database: Queryable,
  environmentId: string,
  tags: readonly string[],
): Promise<WorkflowOutline[]> {
  const rows = await database.query<Row>(sql`
    select ${OUTLINE} from ${WITH_VERSION}
    where w.environment_id = ${environmentId} and w.deleted_at is null and exists (
      select 1 from json_array_elements_text(v.definition -> 'tags') tag where tag = any(${tags}))
    order by w.id limit ${MAX_TAGGED}`);
  return rows.map(toOutline);
}

function toOutline({ preferences, stepTypes, ...outline }: Row): WorkflowOutline {
  const channels = CHANNELS.filter((channel) => stepTypes.includes(channel));
  return { ...outline, ...(preferences ? { preferences } : {}), channels };
}
