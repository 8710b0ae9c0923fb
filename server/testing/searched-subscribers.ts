import type { Database } from "../src/database/database.ts";
import { walkOrder } from "../src/database/read-page.ts";
import { type PageQuery, pageRequest } from "../src/foundation/cursor-page.ts";
import { newId } from "../src/foundation/id.ts";
import { type SubscriberId, subscriberKeyOf } from "../src/foundation/ids.ts";
import type { SubscriberFilter } from "../src/subscribers/search-plan.ts";
import type { Subscriber } from "../src/subscribers/subscriber.ts";
import { findInOrder, subscriberListing } from "../src/subscribers/subscriber-search-store.ts";
import { insertSubscribers, updateSubscribers } from "../src/subscribers/subscriber-store.ts";
import { storeEnvironment } from "./stored-environment.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const FIRST_NAMES = ["Ada", "ada", "A%a", "A_a", "Grace\\", "", "Édith"];
/**
 * Subscribers that are updated later: batches of `BATCH_SIZE` from these indexes on, in this order, each at the same
 * moment.
 */
const BATCHES = [10, 30, 20];
const BATCH_SIZE = 5;
/** Stores an environment with 60 subscribers whose texts are special to a search; returns them, the newest first. */
export async function storeSearchedSubscribers(
  database: Database,
  environmentId: string,
): Promise<Subscriber[]> {
  await storeEnvironment(database, environmentId);
  const fresh = Array.from({ length: 60 }, (_, index) => ({
    id: newId<SubscriberId>(NOW),
    subscriberKey: subscriberKeyOf(`user-${index}`),
    profile: {
      firstName: FIRST_NAMES[index % FIRST_NAMES.length] || null,
      lastName: index % 3 ? `L${index}` : null,
      email: emailOf(index),
      phone: `+49${index}`,
    },
  }));
  await insertSubscribers(database, environmentId, fresh);
  for (const start of BATCHES) {
    const some = fresh
      .slice(start, start + BATCH_SIZE)
      .map(({ subscriberKey }) => ({ subscriberKey, profile: { locale: "de" } }));
    await updateSubscribers(database, environmentId, some);
  }
  const walk = await walkOrder(database, {
    listing: subscriberListing(environmentId, {}, { orderBy: "_id" }),
    page: pageRequest({ limit: 100 }),
  });
  return findInOrder(
    database,
    environmentId,
    walk.items.map(({ id }) => id),
  );
}

/** Some addresses have a long part before the @, wildcards, no @ or several. */
function emailOf(index: number): string | null {
  if (index % 12 === 0) return `"a@person${index}"@example.com@x`;
  if (index % 12 === 2) return `${"long.".repeat(9)}%_é${index}@example.com`;
  if (index % 12 === 4) return `u${index}`;
  return index % 2 ? `u${index}@example.com` : null;
}

/** The page of a search, by sorting all subscribers. */
export function searchBySorting(all: readonly Subscriber[], filter: SubscriberFilter, query: PageQuery) {
  const key = ({ id }: Subscriber) => (query.orderBy === "updatedAt" ? momentOf(all, id) : id);
  const sign = query.orderDirection === "ASC" ? 1 : -1;
  const order = (a: Subscriber, b: Subscriber) => sign * (Number(key(a) > key(b)) - Number(key(a) < key(b)));
  const matches = all.filter((one) => matchesAll(one, filter)).sort(order);
  const cursor = all.find(({ id }) => id === (query.after ?? query.before));
  const isPast = (one: Subscriber) => {
    if (!cursor) return true;
    const side = order(one, cursor) * (query.before ? -1 : 1);
    return side > 0 || (side === 0 && query.includeCursor === true);
  };
  const past = matches.filter(isPast);
  const page = query.before ? past.slice(-(query.limit ?? 10)) : past.slice(0, query.limit);
  const first = page[0] && matches.indexOf(page[0]);
  const last = page.at(-1) && matches.indexOf(page.at(-1) as Subscriber);
  return {
    data: page.map(({ id }) => id),
    next: last !== undefined && last < matches.length - 1 ? (page.at(-1)?.id as string) : null,
    previous: first !== undefined && first > 0 ? (page[0]?.id as string) : null,
    totalCount: matches.length,
  };
}

/** The order of the last update, by batch: different batches may have the same Date. */
function momentOf(all: readonly Subscriber[], id: string): string {
  const created = all.length - 1 - all.findIndex((one) => one.id === id);
  return `${BATCHES.findIndex((start) => created >= start && created < start + BATCH_SIZE)}|${id}`;
}

function matchesAll(one: Subscriber, { search, ...filter }: SubscriberFilter): boolean {
  const { email, phone, subscriberKey } = one;
  const texts = { email, phone, name: nameOf(one), subscriberKey };
  const isFound = Object.values(texts).some((text) =>
    text?.toLowerCase().includes(search?.toLowerCase() ?? ""),
  );
  return (
    isFound &&
    Object.entries(filter).every(([field, text]) =>
      (texts[field as keyof typeof texts] ?? "").includes(text as string),
    )
  );
}

export function nameOf({ firstName, lastName }: Pick<Subscriber, "firstName" | "lastName">): string {
  return `${firstName ?? ""} ${lastName ?? ""}`.trim();
}
