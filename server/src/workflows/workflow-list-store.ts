import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { Workflow } from "./workflow.ts";
import { WITH_VERSION, WORKFLOW_COLUMNS } from "./workflow-store.ts";

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

/** A page of workflows and how many match in all. `query` is looked for in name and identifier, in any case. */
export async function listWorkflows(
  database: Queryable,
  environmentId: string,
  filter: WorkflowFilter,
): Promise<{ workflows: Workflow[]; totalCount: number }> {
  const pattern = `%${(filter.query ?? "").toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const tags = filter.tags ?? null;
  const order = raw(`sort_key ${filter.direction} nulls last, id ${filter.direction}`);
  const rows = await database.query<Workflow & { total: number }>(sql`
    with found as (
      select w.id, ${raw(SORT_KEYS[filter.orderBy])} as sort_key from ${WITH_VERSION}
      where w.environment_id = ${environmentId} and w.deleted_at is null
        and (lower(v.definition ->> 'name') like ${pattern} or w.identifier like ${pattern})
        and (${tags}::text[] is null or (v.definition -> 'tags')::jsonb ?| ${tags}::text[])
    ), page as (
      select id, row_number() over (order by ${order}) as place from found
      order by place limit ${filter.limit} offset ${filter.offset}
    )
    select ${WORKFLOW_COLUMNS}, counted.total from (select count(*)::int as total from found) counted
    left join (page join ${WITH_VERSION} on w.environment_id = ${environmentId} and w.id = page.id) on true
    order by page.place`);
  const workflows = rows.filter(({ id }) => id !== null).map(({ total: _, ...workflow }) => workflow);
  return { workflows, totalCount: rows[0]?.total ?? 0 };
}

/** When each workflow last made a notification. */
export async function lastTriggeredAt(
  database: Queryable,
  environmentId: string,
  workflowIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await database.query<{ workflowId: string; at: Date }>(sql`
    select w.id as "workflowId", n.created_at as at from unnest(${workflowIds}::text[]) as w(id)
    cross join lateral (
      select created_at from notifications n
      where n.environment_id = ${environmentId} and n.workflow_id = w.id order by n.id desc limit 1) n`);
  return new Map(rows.map((row) => [row.workflowId, row.at]));
}
