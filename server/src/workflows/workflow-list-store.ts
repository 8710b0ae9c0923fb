import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { WorkflowId } from "../foundation/ids.ts";
import { inPortions } from "../foundation/in-portions.ts";
import { type Stored, withDefinition } from "./stored-definition.ts";
import type { Workflow } from "./workflow.ts";
import { RECORD_COLUMNS, WITH_VERSION } from "./workflow-store.ts";

const SORT_KEYS = {
  createdAt: "w.created_at",
  updatedAt: "w.updated_at",
  name: "lower(v.definition ->> 'name')",
  lastTriggeredAt: `(select n.created_at from notifications n
    where n.environment_id = w.environment_id and n.workflow_id = w.id order by n.id desc limit 1)`,
} as const;

export type WorkflowFilter = {
  query?: string;
  tags?: readonly string[];
  orderBy: keyof typeof SORT_KEYS;
  direction: "asc" | "desc";
  limit: number;
  offset: number;
};

/** A workflow without definition and readings; `bytes` is their size as JSON text. */
export type ListedWorkflow = Omit<Workflow, "definition" | "readings"> & { bytes: number };

/**
 * A page of workflows without definitions, and the total count. `query` must occur in name or key, in any
 * case.
 */
export async function listWorkflows(
  database: Queryable,
  environmentId: string,
  filter: WorkflowFilter,
): Promise<{ listed: ListedWorkflow[]; totalCount: number }> {
  const order = raw(`sort_key ${filter.direction} nulls last, id ${filter.direction}`);
  const rows = await database.query<ListedWorkflow & { total: number }>(sql`
    with found as (
      select w.id, ${raw(SORT_KEYS[filter.orderBy])} as sort_key from ${WITH_VERSION}
      where w.environment_id = ${environmentId} and w.deleted_at is null and ${matches(filter)}
    ), page as (
      select id, row_number() over (order by ${order}) as place from found
      order by place limit ${filter.limit} offset ${filter.offset}
    )
    select ${RECORD_COLUMNS}, octet_length(v.definition::text) + coalesce(octet_length(v.readings::text), 0) as bytes,
      counted.total
    from (select count(*)::int as total from found) counted
    left join (page join ${WITH_VERSION} on w.environment_id = ${environmentId} and w.id = page.id) on true
    order by page.place`);
  const listed = rows.filter(({ id }) => id !== null).map(({ total: _, ...workflow }) => workflow);
  return { listed, totalCount: rows[0]?.total ?? 0 };
}

/** Definitions are read only if a filter needs them: each may have a megabyte. */
function matches({ query, tags }: WorkflowFilter): Sql {
  const conditions = [sql`true`];
  if (query) {
    const pattern = `%${query.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    conditions.push(sql`(lower(v.definition ->> 'name') like ${pattern} or w.identifier like ${pattern})`);
  }
  if (tags) conditions.push(sql`(v.definition -> 'tags')::jsonb ?| ${tags}::text[]`);
  return join(conditions, " and ");
}

/** Definitions are read in portions of at most this many bytes; a larger workflow is read alone. */
const PORTION_BYTES = 8_000_000;

/** Splits a list into portions of at most `maxBytes`; a larger workflow is a portion by itself. */
export function portionsOf(listed: readonly ListedWorkflow[], maxBytes = PORTION_BYTES): ListedWorkflow[][] {
  return inPortions(listed, ({ bytes }) => bytes, { maxSize: maxBytes });
}

/** Adds the definitions to listed workflows, each in its listed version. */
export async function readListed(
  database: Queryable,
  environmentId: string,
  listed: readonly ListedWorkflow[],
): Promise<Workflow[]> {
  const keys = listed.map(({ id, version }) => ({ id, version }));
  const rows = await database.query<Stored<Pick<Workflow, "id" | "definition" | "readings">>>(sql`
    select v.workflow_id as id, v.definition, v.readings
    from json_to_recordset(${JSON.stringify(keys)}) as x(id text, version integer)
    join workflow_versions v on v.workflow_id = x.id and v.version = x.version
    where v.environment_id = ${environmentId}`);
  const said = new Map(rows.map(withDefinition).map((row) => [row.id, row]));
  return listed.flatMap(({ bytes: _, ...workflow }) => {
    const row = said.get(workflow.id);
    return row ? [{ ...workflow, definition: row.definition, readings: row.readings ?? null }] : [];
  });
}

/** The time of each workflow's latest notification, by workflow id. */
export async function lastTriggeredAt(
  database: Queryable,
  environmentId: string,
  workflowIds: readonly WorkflowId[],
): Promise<Map<WorkflowId, Date>> {
  const rows = await database.query<{ workflowId: WorkflowId; at: Date }>(sql`
    select w.id as "workflowId", n.created_at as at from unnest(${workflowIds}::text[]) as w(id)
    cross join lateral (
      select created_at from notifications n
      where n.environment_id = ${environmentId} and n.workflow_id = w.id order by n.id desc limit 1) n`);
  return new Map(rows.map((row) => [row.workflowId, row.at]));
}
