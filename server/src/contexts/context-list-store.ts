import sql, { join, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { anywhere } from "../database/like-pattern.ts";
import { bytesOf } from "../database/page-bytes.ts";
import { type CountedPage, readPage } from "../database/read-page.ts";
import type { PageRequest } from "../foundation/cursor-page.ts";
import type { Context } from "./context.ts";
import { CONTEXT_COLUMNS } from "./context-store.ts";

/** `type` and `id` must be equal, `search` must occur in the key. */
export type ContextFilter = {
  type?: string | undefined;
  id?: string | undefined;
  search?: string | undefined;
};

/** Contexts with their key as id; there is an index on the same expression. */
const BY_KEY = `(
  select environment_id, type || ':' || id as id, type, id as name, data, created_at, updated_at from contexts)`;

/** One page of the matching contexts, ordered by `updatedAt`, or else by creation time. Cursors are keys. */
export async function listContexts(
  database: Queryable,
  environmentId: string,
  { filter: { type, id, search }, page }: { filter: ContextFilter; page: PageRequest },
): Promise<CountedPage<Context>> {
  const conditions: Sql[] = [];
  if (type) conditions.push(sql`l.type = ${type}`);
  if (id) conditions.push(sql`l.name = ${id}`);
  if (search) conditions.push(sql`l.id like ${anywhere(search)}`);
  const listing = {
    table: BY_KEY,
    scope: sql`l.environment_id = ${environmentId}`,
    filter: conditions.length > 0 ? join(conditions, " and ") : undefined,
    orderColumn: page.orderBy === "updatedAt" ? ("updated_at" as const) : ("created_at" as const),
    bytes: bytesOf("l.data"),
  };
  const found = await readPage(database, listing, page);
  const keys = found.data.map(({ id: key }) => key);
  const data = await database.query<Context>(sql`
    select ${CONTEXT_COLUMNS} from unnest(${keys}::text[]) with ordinality as requested(key, place)
    join contexts c on c.environment_id = ${environmentId} and c.type || ':' || c.id = requested.key
    order by requested.place`);
  return { ...found, data };
}
