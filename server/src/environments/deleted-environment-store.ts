import sql, { join, raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { RetentionRule } from "../database/purge.ts";

/** After this time no process accepts the environment's keys any more, and no worker holds its jobs. */
const DELETED_AFTER = raw("interval '2 minutes'");

/**
 * Deletes all rows of deleted environments, table by table in small batches; an environment's own row is deleted last.
 * The tables are found in PostgreSQL's catalog, so a new table is included automatically.
 */
export const DELETED_ENVIRONMENTS: RetentionRule = { name: "rows of deleted environments", purge };

async function purge(database: Queryable, limit: number): Promise<number> {
  const deleted = await database.query<{ id: string }>(sql`
    select id from environments where deleted_at < now() - ${DELETED_AFTER} order by id limit 100`);
  if (deleted.length === 0) return 0;
  const tables = await tablesOfEnvironments(database);
  let count = 0;
  for (const { id } of deleted) {
    for (const table of tables) {
      count += await deleteBatch(database, table, { environmentId: id, limit: limit - count });
      if (count === limit) return count;
    }
    count += await deleteOwnRow(database, id, tables);
    if (count === limit) return count;
  }
  return count;
}

/** A table's name and, as `order`, the columns of an index that begins with the environment. */
type Table = { name: string; order: string };

/**
 * The tables, referencing ones first, so that no batch deletes rows of another table by cascade. Rows are read in the
 * order of an index, because without one the database would read a whole table to find that nothing is left.
 */
async function tablesOfEnvironments(database: Queryable): Promise<Table[]> {
  return database.query<Table>(sql`
    select c.oid::regclass::text as name, coalesce((
      select string_agg(quote_ident(column_of.attname), ', ' order by key.place)
      from unnest(first_index.indkey) with ordinality as key(number, place)
      join pg_attribute column_of on column_of.attrelid = c.oid and column_of.attnum = key.number
      where key.place <= least(first_index.indnkeyatts, 4)
    ), 'environment_id') as "order"
    from pg_class c
    join pg_attribute environment on environment.attrelid = c.oid and environment.attname = 'environment_id'
    left join lateral (
      select indkey, indnkeyatts from pg_index
      where indrelid = c.oid and indkey[0] = environment.attnum and indpred is null
      order by indisprimary desc, indexrelid limit 1
    ) first_index on true
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
    order by (select count(*) from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
      and f.confrelid <> 'environments'::regclass) desc, 1`);
}

type DeletionBatch = { environmentId: string; limit: number };

async function deleteBatch(
  database: Queryable,
  { name, order }: Table,
  { environmentId, limit }: DeletionBatch,
): Promise<number> {
  const [gone] = await database.queryPlanned<{ count: number }>(sql`
    with gone as (
      delete from ${raw(name)} where environment_id = ${environmentId} and ctid = any(array(
        select ctid from ${raw(name)} where environment_id = ${environmentId}
        order by ${raw(order)} limit ${limit} for update skip locked))
      returning 1)
    select count(*)::integer as count from gone`);
  return gone?.count ?? 0;
}

/**
 * Deletes the environment's own row if no other row refers to it. Rows locked by another process are deleted in a
 * later round.
 */
async function deleteOwnRow(database: Queryable, id: string, tables: readonly Table[]): Promise<number> {
  const isEmpty = tables.map(
    ({ name, order }) =>
      sql`(select 1 from ${raw(name)} where environment_id = ${id} order by ${raw(order)} limit 1) is null`,
  );
  const gone = await database.queryPlanned(sql`
    delete from environments where id = ${id} and ${join(isEmpty, " and ")} returning id`);
  return gone.length;
}
