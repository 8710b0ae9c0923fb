import type { QueryOf, searchSubscribers } from "@tidings/contract";
import { useRead } from "../app/read.ts";

export type SubscriberFilters = { search?: string; after?: string; before?: string };

const PAGE_ROWS = 25;

/** The beginnings of the keys of what is read here, for writes. */
export const LIST_KEY = ["subscribers"] as const;
export const subscriberKey = (subscriberId: string) => ["subscriber", subscriberId] as const;

export function queryOf({ search, after, before }: SubscriberFilters): QueryOf<typeof searchSubscribers> {
  return {
    limit: PAGE_ROWS,
    ...(search ? { search } : {}),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
  };
}

export const useSubscribers = (filters: SubscriberFilters) =>
  useRead([...LIST_KEY, filters], (client) => client.subscribers.search(queryOf(filters)), {
    keepsPrevious: true,
  });

export const useSubscriber = (subscriberId: string) =>
  useRead(subscriberKey(subscriberId), (client) => client.subscribers.get(subscriberId));
