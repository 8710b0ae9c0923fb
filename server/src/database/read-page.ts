import sql, { raw, type Sql } from "sql-template-tag";
import { type Page, type PageRequest, pageOf, type Walk, walksDown } from "../foundation/cursor-page.ts";
import type { Queryable } from "./database.ts";
import { firstOverBudget } from "./page-bytes.ts";

/** Rows that are read page by page, ordered by `id`, or by another column and `id`. */
export type Listing = {
  /** A table name, or a query in parentheses. Its alias is `l`. */
  table: string;
  /** The condition for the environment, and other conditions with an index. */
  scope: Sql;
  /** Further conditions, without an index. */
  filter?: Sql | undefined;
  /** Whether at least one row in 40 probably matches the filter; a wrong value costs time only. Default: false. */
  isCommon?: boolean | undefined;
  /** A column with a time. */
  orderColumn?: "created_at" | "updated_at" | undefined;
  /**
   * The bytes that a row adds to the response: a page with too many bytes ends early. Without it, only rows are
   * counted.
   */
  bytes?: Sql | undefined;
};

export type CountedPage<Item> = Page<Item> & { totalCount: number; totalCountCapped: boolean };
type CountedWalk = Walk<{ id: string }> & { total: number };

/** Where a walk starts. The moment is PostgreSQL's text: a Date would lose its microseconds. */
type CursorPlace = { id: string; moment: string | null };
type Search = {
  listing: Listing;
  page: PageRequest;
  place?: CursorPlace | undefined;
  /** Reads at most this many rows on each side of the cursor, matching or not; default: all. */
  maxRows?: number;
};

/** Matches are counted up to this number (specification: Limits). */
export const COUNT_MAX = 50_000;

/** A page of a common filter is searched in this many rows for each row of the page. */
const ROWS_PER_MATCH = 100;

const NOTHING = { data: [], next: null, previous: null, totalCount: 0, totalCountCapped: false };

/**
 * One page of the matching rows, by id, and the number of all matches. An unknown cursor returns an empty page. A page
 * that is too large ends early; the next page continues after its last row.
 */
export async function readPage(
  database: Queryable,
  listing: Listing,
  page: PageRequest,
): Promise<CountedPage<{ id: string }>> {
  const place = page.cursor && (await findPlace(database, listing, page.cursor.id));
  if (page.cursor && !place) return NOTHING;
  const walk = await walkFrom(database, { listing, page, place });
  const limit = await fittingRows(database, listing, { page, items: walk.items });
  return {
    ...pageOf({ ...page, limit }, walk),
    totalCount: Math.min(walk.total, COUNT_MAX),
    totalCountCapped: walk.total > COUNT_MAX,
  };
}

async function fittingRows(
  database: Queryable,
  listing: Listing,
  { page: { limit }, items }: { page: PageRequest; items: readonly { id: string }[] },
): Promise<number> {
  const ids = items.slice(0, limit).map(({ id }) => id);
  const firstOver = await firstOverOf(database, listing, ids);
  return firstOver === null ? limit : Math.max(1, firstOver - 1);
}

/** The number, from 1, of the first of these rows beyond the byte limit of a response; null when all rows fit. */
export async function firstOverOf(
  database: Queryable,
  { table, scope, bytes }: Listing,
  ids: readonly string[],
): Promise<number | null> {
  if (!bytes || ids.length < 2) return null;
  const rows = sql`unnest(${ids}::text[]) with ordinality as r(id, at)
    join ${raw(table)} l on ${scope} and l.id = r.id`;
  const [found] = await database.query<{ firstOver: number | null }>(sql`
    select ${firstOverBudget({ rows, bytes })} as "firstOver"`);
  return found?.firstOver ?? null;
}

/** Few matches are collected and sorted; with more than COUNT_MAX matches, reading in order finds a page quickly. */
async function walkFrom(database: Queryable, search: Search): Promise<CountedWalk> {
  const { listing, page } = search;
  if (!listing.filter) {
    return { ...(await walkOrder(database, search)), total: await countInOrder(database, search) };
  }
  if (listing.isCommon) {
    const walk = await walkOrder(database, { ...search, maxRows: (page.limit + 1) * ROWS_PER_MATCH });
    const isComplete = walk.items.length > page.limit && (walk.hasBehind || !search.place);
    if (isComplete) return { ...walk, total: await countMatches(database, listing) };
  }
  const matches = await walkMatches(database, search);
  if (matches.total <= COUNT_MAX) return matches;
  return { ...(await walkOrder(database, search)), total: matches.total };
}

export async function findPlace(
  database: Queryable,
  { table, scope, orderColumn }: Listing,
  id: string,
): Promise<CursorPlace | undefined> {
  const moment = orderColumn ? raw(`l.${orderColumn}::text`) : raw("null");
  const rows = await database.query<CursorPlace>(sql`
    select l.id, ${moment} as moment from ${raw(table)} l where ${scope} and l.id = ${id}`);
  return rows[0];
}

/** At most COUNT_MAX + 1. */
export async function countRows(
  database: Queryable,
  { table, scope }: Pick<Listing, "table" | "scope">,
): Promise<number> {
  const rows = await database.query<{ total: number }>(sql`
    select count(*)::integer as total from (select from ${raw(table)} l where ${scope} limit ${COUNT_MAX + 1}) as counted`);
  return rows[0]?.total ?? 0;
}

/** At most COUNT_MAX + 1, in the order of the page: PostgreSQL then reads its index only (3 ms of CPU instead of 8 ms). */
async function countInOrder(database: Queryable, search: Search): Promise<number> {
  const { table, scope } = search.listing;
  const rows = await database.query<{ total: number }>(sql`
    select count(*)::integer as total from (
      select from ${raw(table)} l where ${scope} order by ${ahead(search)} limit ${COUNT_MAX + 1}
    ) as counted`);
  return rows[0]?.total ?? 0;
}

/** At most COUNT_MAX + 1; without collecting the ids, which takes a third of the time of many matches. */
async function countMatches(database: Queryable, listing: Listing): Promise<number> {
  const { table, scope, filter = sql`true` } = listing;
  const rows = await database.queryPlanned<{ total: number }>(sql`
    select count(*)::integer as total from (
      select from ${raw(table)} l where ${scope} and ${filter} limit ${COUNT_MAX + 1}
    ) as counted`);
  return rows[0]?.total ?? 0;
}

/**
 * Collects the matches, which costs no more than counting them, and reads the page from them. Right for up to COUNT_MAX
 * matches; with more, only `total` is valid. Materialised, because PostgreSQL may otherwise read in order and search a
 * rare match (1,000,000 subscribers: 393 ms instead of 0.33 ms).
 */
export async function walkMatches(database: Queryable, search: Search): Promise<CountedWalk> {
  const { table, scope, filter = sql`true`, orderColumn } = search.listing;
  const columns = raw(orderColumn ? `l.id, l.${orderColumn}` : "l.id");
  const rows = await database.queryPlanned<{ total: number; ids: string[]; hasBehind: boolean }>(sql`
    with matches as materialized (
      select ${columns} from ${raw(table)} l where ${scope} and ${filter} limit ${COUNT_MAX + 1}
    )
    select (select count(*)::integer from matches) as total,
      exists (select from matches l where ${isBehind(search)}) as "hasBehind",
      array(
        select l.id from matches l where ${isAhead(search)} order by ${ahead(search)} limit ${search.page.limit + 1}
      ) as ids`);
  const { total = 0, ids = [], hasBehind = false } = rows[0] ?? {};
  return { total, hasBehind, items: ids.map((id) => ({ id })) };
}

/** Reads in order until the page is full: right when all or most rows match. `maxRows` may make the page incomplete. */
export async function walkOrder(database: Queryable, search: Search): Promise<Walk<{ id: string }>> {
  const { filter = sql`true` } = search.listing;
  const items = await database.queryPlanned<{ id: string }>(sql`
    select l.id from ${rowsOf(search, isAhead(search), ahead(search))} l where ${filter}
    order by ${ahead(search)} limit ${search.page.limit + 1}`);
  if (!search.place) return { items, hasBehind: false };
  const behind = await database.queryPlanned<{ id: string }>(sql`
    select l.id from ${rowsOf(search, isBehind(search), back(search))} l where ${filter}
    order by ${back(search)} limit 1`);
  return { items, hasBehind: behind.length > 0 };
}

/** The rows of one side of the cursor, at most `maxRows` of them, those next to the cursor. */
function rowsOf({ listing: { table, scope }, maxRows }: Search, side: Sql, nearestFirst: Sql): Sql {
  const bound = maxRows === undefined ? sql`` : sql` order by ${nearestFirst} limit ${maxRows}`;
  return sql`(select l.* from ${raw(table)} l where ${scope} and ${side}${bound})`;
}

function ahead(search: Search): Sql {
  return order(search, walksDown(search.page));
}

function back(search: Search): Sql {
  return order(search, !walksDown(search.page));
}

function order({ listing: { orderColumn } }: Search, isDown: boolean): Sql {
  const direction = isDown ? "desc" : "asc";
  return raw(orderColumn ? `l.${orderColumn} ${direction}, l.id ${direction}` : `l.id ${direction}`);
}

function isAhead({ listing, page, place }: Search): Sql {
  const operator = walksDown(page) ? "<" : ">";
  return place ? sideOf(listing, place, page.cursor?.isIncluded ? `${operator}=` : operator) : sql`true`;
}

function isBehind({ listing, page, place }: Search): Sql {
  const operator = walksDown(page) ? ">" : "<";
  return place ? sideOf(listing, place, page.cursor?.isIncluded ? operator : `${operator}=`) : sql`false`;
}

function sideOf({ orderColumn }: Listing, { id, moment }: CursorPlace, operator: string): Sql {
  return orderColumn
    ? sql`(l.${raw(orderColumn)}, l.id) ${raw(operator)} (${moment}::timestamptz, ${id})`
    : sql`l.id ${raw(operator)} ${id}`;
}
