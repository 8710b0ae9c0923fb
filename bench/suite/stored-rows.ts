import type pg from "pg";

/** The rows that the service stores for one trigger, read from its tables, and statements that store the same rows. */

type Column = { name: string; type: string };
type Table = {
  name: string;
  columns: readonly Column[];
  key: readonly string[];
  rows: readonly Record<string, unknown>[];
};

/** A statement that stores a batch, and the values of its parameters for the operations from `first` on. */
export type RowWriter = {
  readonly statement: string;
  readonly tables: readonly string[];
  valuesFor(first: number, count: number): string[];
};

/** Tables of tenants that can have rows of a trigger. */
const TABLES = `
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)))
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
     from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
     where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'limit\\_%'
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'environment_id')`;

/**
 * Creates tables like those that got rows from the newest notification and its trigger, with the primary key as their only
 * index. `leftOut` are tables whose rows belong to the trigger and not to each of its notifications.
 */
export async function likeStoredRows(
  client: pg.Client,
  { prefix, leftOut }: { prefix: string; leftOut: readonly string[] },
): Promise<RowWriter> {
  const tables = (await tablesWithRows(client)).filter(({ name }) => !leftOut.includes(name));
  for (const { name, key } of tables) {
    await client.query(`drop table if exists ${prefix}${name}`);
    await client.query(`create table ${prefix}${name} (like ${name} including defaults)`);
    if (key.length > 0) await client.query(`alter table ${prefix}${name} add primary key (${key.join()})`);
  }
  const templates = tables.map(({ rows }) => rows);
  return {
    statement: statementFor(tables, prefix),
    tables: tables.map(({ name }) => `${prefix}${name}`),
    valuesFor: batchesOf(templates),
  };
}

async function tablesWithRows(client: pg.Client): Promise<Table[]> {
  const { rows: newest } = await client.query(
    "select id, trigger_id from notifications order by created_at desc limit 1",
  );
  const patterns = [newest[0]?.id, newest[0]?.trigger_id].map((id) => `%${id}%`);
  const { rows: tables } = await client.query<Omit<Table, "rows">>(TABLES);
  const found: Table[] = [];
  for (const table of tables) {
    const { rows } = await client.query(
      `select to_jsonb(t) as row from ${table.name} t where to_jsonb(t)::text like any ($1)`,
      [patterns],
    );
    const used = rows.map(({ row }) => row as Record<string, unknown>);
    if (used.length === 0) continue;
    const columns = table.columns.filter(({ name }) => used.some((row) => row[name] !== null));
    found.push({ ...table, key: table.key ?? [], columns, rows: used.map((row) => onlyOf(columns, row)) });
  }
  return found;
}

function onlyOf(columns: readonly Column[], row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name }) => [name, row[name]]));
}

function statementFor(tables: readonly Table[], prefix: string): string {
  const inserts = tables.map(({ name, columns }, index) => {
    const names = columns.map((column) => column.name).join();
    const typed = columns.map((column) => `${column.name} ${column.type}`).join();
    return `insert into ${prefix}${name} (${names}) select ${names} from jsonb_to_recordset($${index + 1}::jsonb) as r(${typed})`;
  });
  const last = inserts.pop() ?? "select";
  return inserts.length === 0
    ? last
    : `with ${inserts.map((one, at) => `i${at} as (${one})`).join()} ${last}`;
}

/** The rows as JSON with new ids: an id of one of the rows is replaced wherever it is mentioned. */
export function batchesOf(templates: readonly (readonly Record<string, unknown>[])[]) {
  const ids = [...new Set(templates.flat().flatMap(({ id }) => (typeof id === "string" ? [id] : [])))];
  const pattern = ids.length === 0 ? /$^/ : new RegExp(`(${ids.join("|")})`);
  const run = Date.now().toString(16).padStart(12, "0");
  const pieces = templates.map((rows) =>
    rows
      .map((row) => JSON.stringify(row))
      .join()
      .split(pattern)
      .map((piece) => (ids.includes(piece) ? ids.indexOf(piece) : piece)),
  );
  const newId = (number: number) => run + number.toString(16).padStart(12, "0");
  const textFor = (piece: string | number, operation: number) =>
    typeof piece === "string" ? piece : newId(operation * ids.length + piece);
  return (first: number, count: number): string[] =>
    pieces.map((ofTable) => {
      const operations = Array.from({ length: count }, (_, at) =>
        ofTable.map((piece) => textFor(piece, first + at)).join(""),
      );
      return `[${operations.join()}]`;
    });
}
