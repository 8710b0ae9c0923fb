import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { ExportedPerson, ExportPart, Key } from "./export-parts-store.ts";
import { exportedColumns } from "./personal-data.ts";

/** Bytes of the rows of one page, which a process holds for one export. One row may be larger. */
const PAGE_BYTES = 1_000_000;

/** A row that was looked at; without a line it does not belong to the subscriber. */
export type ExportRow = {
  keys: string[];
  data: JsonObject | null;
  sealed: string | null;
  clear: string | null;
  /** The bytes of the page up to this row, and the number of rows that PostgreSQL found for the page. */
  bytes: number;
  found: number;
};

export type ExportPage = { after: readonly string[] | undefined; limit: number };

/**
 * The next rows of a part behind the keys `after`: at most `limit`, and at most a megabyte of them, but at least one. The statement is
 * planned with its values, because the best plan depends on whether the subscriber has ten rows or a million.
 */
export async function readExportPage(
  database: Queryable,
  person: ExportedPerson,
  part: ExportPart,
  { after, limit }: ExportPage,
): Promise<ExportRow[]> {
  const numbered = part.keys.map((key, index) => ({ ...key, name: `k${index + 1}` }));
  const order = (prefix: string) => raw(numbered.map(({ name }) => `${prefix}${name}`).join(", "));
  return database.queryPlanned<ExportRow>(sql`
    select q.keys, q.data, q.sealed, q.clear, q.bytes, q.found from (
      select p.keys, p.data, p.sealed, p.clear, row_number() over walk as at, count(*) over ()::integer as found,
        (sum(coalesce(octet_length(p.data::text), 0)) over walk)::float8 as bytes
      from (
        select ${raw(numbered.map(({ sql: key, name }) => `${key} as ${name}`).join(", "))},
          array[${raw(numbered.map(({ sql: key }) => `${key}::text`).join(", "))}] as keys, ${dataOf(person, part)} as data,
          ${raw(part.secret?.sealed ?? "null::text")} as sealed, ${raw(part.secret?.clear ?? "null::text")} as clear
        from ${part.rows(person, after?.[0] ?? "")} ${behind(part.keys, after)}
        order by ${order("")} limit ${limit}
      ) p
      window walk as (order by ${order("p.")} rows unbounded preceding)
    ) q
    where q.at = 1 or q.bytes <= ${PAGE_BYTES} order by q.at`);
}

/** The columns of the list as one JSON object; null for a row that does not belong to the subscriber. */
function dataOf(person: ExportedPerson, { table, alias, more, matches }: ExportPart): Sql {
  const columns = exportedColumns(table).map(({ column, name }) => `${alias}.${column} as "${name}"`);
  const members = more ? sql`${raw(columns.join(", "))}, ${more(person)}` : raw(columns.join(", "));
  const line = sql`(select row_to_json(line) from (select ${members}) line)`;
  return matches ? sql`case when ${matches(person)} then ${line} end` : line;
}

function behind(keys: readonly Key[], after: readonly string[] | undefined): Sql {
  if (!after) return sql``;
  const values = keys.map(({ type }, index) => sql`${after[index]}::${raw(type)}`);
  return sql`and (${raw(keys.map(({ sql: key }) => key).join(", "))}) > (${join(values)})`;
}

/** Whether the subscriber still exists: its deletion ends an export. */
export async function isStillThere(
  database: Queryable,
  { environmentId, id }: ExportedPerson,
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from subscribers where environment_id = ${environmentId} and id = ${id}`);
  return rows.length > 0;
}
