import type { Queryable } from "../database/database.ts";
import { type CountedPage, readPage } from "../database/read-page.ts";
import type { PageRequest } from "../foundation/cursor-page.ts";
import type { Subscriber } from "./subscriber.ts";
import { findInOrder, type SubscriberFilter, subscriberListing } from "./subscriber-search-store.ts";

/** One page of the matching subscribers, and the total count. An unknown cursor gives an empty page. */
export async function search(
  database: Queryable,
  environmentId: string,
  { filter, page }: { filter: SubscriberFilter; page: PageRequest },
): Promise<CountedPage<Subscriber>> {
  const listing = subscriberListing(environmentId, filter, page.orderBy);
  const found = await readPage(database, listing, page);
  const ids = found.data.map(({ id }) => id);
  return { ...found, data: await findInOrder(database, environmentId, ids) };
}
