import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";

/** Matches triggers with exactly these contexts, in any order. */
export type ContextFilter = {
  /** Sorted, as triggers store them. */
  readonly keys: readonly string[];
  /** The matching triggers, if there are at most 50,000. */
  readonly triggerIds?: readonly string[];
};

/** Up to this many triggers are looked up in an index; for more, rows are read in their order and compared. */
const FEW_TRIGGERS = 50_000;

/** Makes the filter for these keys, with the matching triggers if there are few. */
export async function findContextFilter(
  database: Queryable,
  environmentId: string,
  contextKeys: readonly string[],
): Promise<ContextFilter> {
  const keys = [...new Set(contextKeys)].toSorted();
  const rows = await database.queryPlanned<{ id: string }>(sql`
    select t.id from triggers t
    where t.environment_id = ${environmentId} and ${areContexts(keys)} limit ${FEW_TRIGGERS + 1}`);
  if (rows.length > FEW_TRIGGERS) return { keys };
  return { keys, triggerIds: rows.map(({ id }) => id) };
}

/** The SQL condition for the notifications `n`. */
export function inContexts(environmentId: string, { keys, triggerIds }: ContextFilter): Sql {
  if (triggerIds) return sql`n.trigger_id = any(${triggerIds})`;
  return sql`exists (select from triggers t
    where t.environment_id = ${environmentId} and t.id = n.trigger_id and ${areContexts(keys)})`;
}

function areContexts(keys: readonly string[]): Sql {
  return sql`t.context_keys <> '{}' and t.context_keys = ${keys}::text[]`;
}
