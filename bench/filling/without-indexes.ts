import type pg from "pg";

/** Indexes that neither are unique nor have a condition: the service's polls use those with conditions. */
const DROPPED = `
  select i.indrelid::regclass::text as table_name, c.relname as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid::regclass::text = any($1) and not i.indisunique and i.indpred is null`;

/**
 * Drops indexes of the tables while `write` runs, because building an index of all rows takes less time than extending it row by
 * row. Their definitions are saved in the table bench_indexes, so that the next call creates them if this one is interrupted.
 */
export async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  write: () => Promise<unknown>,
): Promise<void> {
  await client.query(`insert into bench_indexes ${DROPPED}`, [tables]);
  const { rows } = await client.query<{ name: string; definition: string }>(
    "select distinct name, definition from bench_indexes where table_name = any($1)",
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index if exists ${name}`);
  await write();
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { definition } of rows) await client.query(definition);
  await client.query("delete from bench_indexes where table_name = any($1)", [tables]);
}
