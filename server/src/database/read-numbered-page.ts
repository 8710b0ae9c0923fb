import sql, { raw } from "sql-template-tag";
import { type CutPage, cutPage } from "../foundation/numbered-page.ts";
import type { Queryable } from "./database.ts";
import { COUNT_MAX, countRows, firstOverOf, type Listing } from "./read-page.ts";

export type NumberedPage = CutPage & { ids: string[]; totalCount: number };

/** A page by its number, newest first; a page that is too large is cut to a divisor of the limit. */
export async function readNumberedPage(
  database: Queryable,
  listing: Omit<Listing, "filter" | "orderColumn">,
  { page, limit }: { page: number; limit: number },
): Promise<NumberedPage> {
  const { table, scope } = listing;
  const rows = await database.queryPlanned<{ id: string }>(sql`
    select l.id from ${raw(table)} l where ${scope} order by l.id desc limit ${limit + 1} offset ${page * limit}`);
  const ids = rows.map(({ id }) => id);
  const firstOver = await firstOverOf(database, listing, ids.slice(0, limit));
  const cut = cutPage({ count: ids.length, firstOver }, limit);
  const totalCount = Math.min(await countRows(database, listing), COUNT_MAX);
  return { ...cut, ids: ids.slice(0, cut.pageSize), totalCount };
}
