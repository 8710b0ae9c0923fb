import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";

/** Matches triggers with exactly these contexts, in any order. */
export type ContextFilter = {
  /** Sorted, as triggers store them. */
  readonly keys: readonly string[];
  /** The matching transactions, if there are at most 50,000. */
  readonly transactionIds?: readonly string[];
};

/** Up to this many transactions are looked up in an index; for more, rows are read in their order and compared. */
const FEW_TRANSACTIONS = 50_000;

/** Makes the filter for these keys, with the matching transactions if there are few. */
export async function findContextFilter(
  database: Queryable,
  environmentId: string,
  contextKeys: readonly string[],
): Promise<ContextFilter> {
  const keys = [...new Set(contextKeys)].toSorted();
  const rows = await database.queryPlanned<{ transactionId: string }>(sql`
    select t.transaction_id as "transactionId" from triggers t
    where t.environment_id = ${environmentId} and ${areContexts(keys)} limit ${FEW_TRANSACTIONS + 1}`);
  if (rows.length > FEW_TRANSACTIONS) return { keys };
  return { keys, transactionIds: rows.map(({ transactionId }) => transactionId) };
}

/** The SQL condition for the notifications `n`. */
export function inContexts(environmentId: string, { keys, transactionIds }: ContextFilter): Sql {
  if (transactionIds) return sql`n.transaction_id = any(${transactionIds})`;
  return sql`exists (select from triggers t
    where t.environment_id = ${environmentId} and t.transaction_id = n.transaction_id and ${areContexts(keys)})`;
}

function areContexts(keys: readonly string[]): Sql {
  return sql`t.context_keys <> '{}' and t.context_keys = ${keys}::text[]`;
}
