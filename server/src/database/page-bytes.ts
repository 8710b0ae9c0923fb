import sql, { raw, type Sql } from "sql-template-tag";

/**
 * Maximum bytes of the rows of a page; a page has at least one row. Rows stored under older limits may have 4 MB each.
 */
export const PAGE_BYTES = 16 * 1024 * 1024;

/** The total bytes of columns as text; NULL counts as 0. */
export function bytesOf(...columns: string[]): Sql {
  return raw(
    `(${columns.map((column) => `coalesce(octet_length(${column}::text), 0)`).join(" + ")})::bigint`,
  );
}

/**
 * An SQL expression: the number of the first row with which the sum of `bytes` exceeds the limit; NULL when all fit.
 * `rows` is a FROM list in which `r.at` numbers the rows from 1. PostgreSQL stops at that row: it does not read the
 * large columns of later rows.
 */
export function firstOverBudget({ rows, bytes }: { rows: Sql; bytes: Sql }): Sql {
  return sql`(
    select x.at::integer from (
      select r.at, sum(${bytes}) over (order by r.at rows unbounded preceding) as running from ${rows}
    ) x where x.running > ${PAGE_BYTES} order by x.at limit 1)`;
}
