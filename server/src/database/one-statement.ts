import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Queryable } from "./database.ts";

/** A part of a statement. */
export type Part = {
  statement: Sql;
  /** How many rows it must return; at least one of the parts says it. */
  rows?: number;
};

const part = (index: number) => raw(`part_${index}`);

/** SQLSTATE of `1 / 0`. */
const DIVISION_BY_ZERO = "22012";

/**
 * Executes writes as one statement, which PostgreSQL commits or rolls back as a whole: one round trip instead of three with
 * `begin` and `commit`. All parts have the same snapshot, so none sees the rows that another one writes.
 * @returns false: a part returned fewer or more rows than it must, so nothing is stored; a transaction around it must be rolled
 * back.
 */
export async function executeAsOne(database: Queryable, parts: readonly Part[]): Promise<boolean> {
  const named = parts.map(({ statement }, index) => sql`${part(index)} as (${statement})`);
  const expected = parts.flatMap(({ rows }, index) =>
    rows === undefined ? [] : [sql`(select count(*) from ${part(index)}) = ${rows}`],
  );
  try {
    await database.query(sql`
      with ${join(named)} select 1 / (case when ${join(expected, " and ")} then 1 else 0 end)`);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === DIVISION_BY_ZERO) return false;
    throw error;
  }
}
