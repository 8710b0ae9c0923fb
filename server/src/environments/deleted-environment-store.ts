import sql, { join, raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { Perishable } from "../database/purge.ts";

/** By then no process believes its keys any more, and no worker holds anything of it. */
const UNTOUCHED_FOR = raw("interval '2 minutes'");

/**
 * Everything of deleted environments, table by table in small batches; an environment's own row goes last. Tables are
 * found in the database itself, so that a new one joins by itself.
 */
export const DELETED_ENVIRONMENTS: Perishable = { name: "rows of deleted environments", purge };

async function purge(database: Queryable, limit: number): Promise<number> {
  const deleted = await database.query<{ id: string }>(sql`
    select id from environments where deleted_at < now() - ${UNTOUCHED_FOR} order by id limit 100`);
  if (deleted.length === 0) return 0;
  const tables = await tablesOfEnvironments(database);
  let count = 0;
  for (const { id } of deleted) {
    for (const table of tables) {
      count += await deleteSome(database, table, { environmentId: id, limit: limit - count });
      if (count === limit) return count;
    }
    count += await deleteOwnRow(database, id, tables);
    if (count === limit) return count;
  }
  return count;
}

/** Those first that refer to others, so that none deletes rows of another behind a batch's back. */
async function tablesOfEnvironments(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ name: string }>(sql`
    select c.oid::regclass::text as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'environment_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
    order by (select count(*) from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
      and f.confrelid <> 'environments'::regclass) desc, 1`);
  return rows.map(({ name }) => name);
}

type Some = { environmentId: string; limit: number };

async function deleteSome(
  database: Queryable,
  table: string,
  { environmentId, limit }: Some,
): Promise<number> {
  const [gone] = await database.query<{ count: number }>(sql`
    with gone as (
      delete from ${raw(table)} where environment_id = ${environmentId} and ctid = any(array(
        select ctid from ${raw(table)} where environment_id = ${environmentId} limit ${limit} for update skip locked))
      returning 1)
    select count(*)::integer as count from gone`);
  return gone?.count ?? 0;
}

/** Only when nothing refers to it any more: what another process holds at this moment is deleted later. */
async function deleteOwnRow(database: Queryable, id: string, tables: readonly string[]): Promise<number> {
  const isEmpty = tables.map(
    (table) => sql`not exists (select from ${raw(table)} where environment_id = ${id})`,
  );
  const gone = await database.queryPlanned(sql`
    delete from environments where id = ${id} and ${join(isEmpty, " and ")} returning id`);
  return gone.length;
}
