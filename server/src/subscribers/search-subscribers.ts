import type { Queryable } from "../database/database.ts";
import { type CountedPage, readPage } from "../database/read-page.ts";
import type { PageRequest } from "../foundation/cursor-page.ts";
import { planSearch, type SubscriberFilter } from "./search-plan.ts";
import type { Subscriber } from "./subscriber.ts";
import { findInOrder, sampleSubscribers, subscriberListing } from "./subscriber-search-store.ts";

/** One page of the matching subscribers, and the total count. An unknown cursor gives an empty page. */
export async function search(
  database: Queryable,
  environmentId: string,
  { filter, page }: { filter: SubscriberFilter; page: PageRequest },
): Promise<CountedPage<Subscriber>> {
  const hasFilter = Object.values(filter).some(Boolean);
  const sample = hasFilter ? await sampleSubscribers(database, environmentId, filter) : [];
  const plan = planSearch(filter, sample);
  const listing = subscriberListing(environmentId, filter, { orderBy: page.orderBy, plan });
  const found = await readPage(database, listing, page);
  const ids = found.data.map(({ id }) => id);
  return { ...found, data: await findInOrder(database, environmentId, ids) };
}
