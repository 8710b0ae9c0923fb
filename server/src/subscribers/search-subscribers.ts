import type { Database } from "../database/database.ts";
import { type Page, type PageRequest, pageOf } from "../foundation/cursor-page.ts";
import type { Subscriber } from "./subscriber.ts";
import {
  COUNT_MAX,
  type CountedWalk,
  countSubscribers,
  findCursor,
  findInOrder,
  type SubscriberFilter,
  type SubscriberSearch,
  walkMatches,
  walkOrder,
} from "./subscriber-search-store.ts";

export type FoundSubscribers = Page<Subscriber> & { totalCount: number; totalCountCapped: boolean };

const NOTHING: FoundSubscribers = {
  data: [],
  next: null,
  previous: null,
  totalCount: 0,
  totalCountCapped: false,
};

/** One page of those that match, and how many match at all. A cursor nobody knows finds nothing. */
export async function search(
  database: Database,
  environmentId: string,
  asked: { filter: SubscriberFilter; page: PageRequest },
): Promise<FoundSubscribers> {
  const { page } = asked;
  const cursor = page.cursor && (await findCursor(database, environmentId, page.cursor.id));
  if (page.cursor && !cursor) return NOTHING;
  const walk = await walkFrom(database, environmentId, { ...asked, ...(cursor ? { cursor } : {}) });
  const { data, ...neighbours } = pageOf(page, walk);
  return {
    data: await findInOrder(
      database,
      environmentId,
      data.map(({ id }) => id),
    ),
    ...neighbours,
    totalCount: Math.min(walk.total, COUNT_MAX),
    totalCountCapped: walk.total > COUNT_MAX,
  };
}

/** Few matches are collected and sorted; where there are too many to count, walking the order meets them soon. */
async function walkFrom(
  database: Database,
  environmentId: string,
  search: SubscriberSearch,
): Promise<CountedWalk> {
  if (!Object.values(search.filter).some(Boolean)) {
    const total = await countSubscribers(database, environmentId);
    return { ...(await walkOrder(database, environmentId, search)), total };
  }
  const matches = await walkMatches(database, environmentId, search);
  if (matches.total <= COUNT_MAX) return matches;
  return { ...(await walkOrder(database, environmentId, search)), total: matches.total };
}
