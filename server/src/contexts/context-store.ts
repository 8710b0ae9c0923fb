import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Context, ContextEntity, ContextName } from "./context.ts";

export const CONTEXT_COLUMNS = raw(
  `c.type, c.id, c.data, c.created_at as "createdAt", c.updated_at as "updatedAt"`,
);

/** Creates or updates contexts; one without data keeps its stored data. */
export async function upsertContextRows(
  database: Queryable,
  environmentId: string,
  contexts: readonly ContextEntity[],
): Promise<void> {
  await database.query(sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(contexts)}) as x(type text, id text, data json)
    ), inserted as (
      insert into contexts (environment_id, type, id, data)
      select ${environmentId}, type, id, coalesce(data, '{}') from input order by type, id
      on conflict (environment_id, type, id) do nothing
    )
    update contexts c set data = input.data, updated_at = now() from input
    where c.environment_id = ${environmentId} and c.type = input.type and c.id = input.id and input.data is not null
      and c.data::text <> input.data::text`);
}

/** Creates contexts that do not exist; existing ones are not changed. */
export async function insertMissingContexts(
  database: Queryable,
  environmentId: string,
  contexts: readonly ContextEntity[],
): Promise<void> {
  if (contexts.length === 0) return;
  await database.query(sql`
    insert into contexts (environment_id, type, id, data)
    select ${environmentId}, x.type, x.id, coalesce(x.data, '{}')
    from json_to_recordset(${JSON.stringify(contexts)}) as x(type text, id text, data json) order by x.type, x.id
    on conflict (environment_id, type, id) do nothing`);
}

/** The data of contexts, by key; unknown keys are missing. */
export async function findContexts(
  database: Queryable,
  environmentId: string,
  keys: readonly string[],
): Promise<Map<string, JsonObject>> {
  const rows = await database.query<{ key: string; data: JsonObject }>(sql`
    select c.type || ':' || c.id as key, c.data
    from unnest(${keys}::text[]) as requested(key)
    join contexts c on c.type = split_part(requested.key, ':', 1) and c.id = substr(requested.key, strpos(requested.key, ':') + 1)
    where c.environment_id = ${environmentId}`);
  return new Map(rows.map((row) => [row.key, row.data]));
}

function named(environmentId: string, { type, id }: ContextName): Sql {
  return sql`c.environment_id = ${environmentId} and c.type = ${type} and c.id = ${id}`;
}

export async function findContext(
  database: Queryable,
  environmentId: string,
  name: ContextName,
): Promise<Context | undefined> {
  const rows = await database.query<Context>(sql`
    select ${CONTEXT_COLUMNS} from contexts c where ${named(environmentId, name)}`);
  return rows[0];
}

/** @returns undefined if the context exists; it is not changed. */
export async function insertContext(
  database: Queryable,
  environmentId: string,
  { type, id, data }: ContextName & { data: JsonObject },
): Promise<Context | undefined> {
  const rows = await database.query<Context>(sql`
    insert into contexts as c (environment_id, type, id, data)
    values (${environmentId}, ${type}, ${id}, ${JSON.stringify(data)})
    on conflict (environment_id, type, id) do nothing
    returning ${CONTEXT_COLUMNS}`);
  return rows[0];
}

/** @returns undefined if there is no such context. */
export async function replaceContextData(
  database: Queryable,
  environmentId: string,
  { data, ...name }: ContextName & { data: JsonObject },
): Promise<Context | undefined> {
  const rows = await database.query<Context>(sql`
    update contexts c set data = ${JSON.stringify(data)}, updated_at = greatest(now(), c.updated_at)
    where ${named(environmentId, name)} returning ${CONTEXT_COLUMNS}`);
  return rows[0];
}

/** @returns the deleted context; undefined if there was none. */
export async function deleteContext(
  database: Queryable,
  environmentId: string,
  name: ContextName,
): Promise<Context | undefined> {
  const rows = await database.query<Context>(sql`
    delete from contexts c where ${named(environmentId, name)} returning ${CONTEXT_COLUMNS}`);
  return rows[0];
}
