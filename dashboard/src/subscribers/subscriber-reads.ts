import type { Tidings } from "@tidings/client";
import type { QueryOf, Subscriber, searchSubscribers } from "@tidings/contract";
import { useRead } from "../app/read.ts";

export type SubscriberFilters = { search?: string; after?: string; before?: string };
type Query = QueryOf<typeof searchSubscribers>;

const PAGE_ROWS = 25;
/** What one text is searched in. */
const SEARCHED = ["subscriberId", "name", "email", "phone"] as const;

/** The beginnings of the keys of what is read here, for writes. */
export const LIST_KEY = ["subscribers"] as const;
export const subscriberKey = (subscriberId: string) => ["subscriber", subscriberId] as const;

export function queryOf({ after, before }: SubscriberFilters): Query {
  return { limit: PAGE_ROWS, ...(after ? { after } : {}), ...(before ? { before } : {}) };
}

export const useSubscribers = (filters: SubscriberFilters) =>
  useRead([...LIST_KEY, filters], (client) => pageOf(client, filters), { keepsPrevious: true });

export const useSubscriber = (subscriberId: string) =>
  useRead(subscriberKey(subscriberId), (client) => client.subscribers.get(subscriberId));

/** The filters of the API must all match, so one text is searched field by field; of each the first page. */
async function pageOf(client: Tidings, filters: SubscriberFilters) {
  const { search } = filters;
  if (!search) return client.subscribers.search(queryOf(filters));
  const pages = await Promise.all(
    SEARCHED.map((field) => client.subscribers.search({ limit: PAGE_ROWS, [field]: search })),
  );
  const found = new Map<string, Subscriber>();
  for (const { data } of pages) for (const one of data) found.set(one.subscriberId, one);
  return { data: [...found.values()].slice(0, PAGE_ROWS), next: null, previous: null };
}
