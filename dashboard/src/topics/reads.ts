import type { listTopics, QueryOf } from "@tidings/contract";
import { useRead } from "../app/read.ts";

export type TopicFilters = { key?: string; name?: string; after?: string; before?: string };

const PAGE_ROWS = 25;
const LAST_ROWS = 5;

/** The beginnings of the keys of what is read here, for writes. */
export const LIST_KEY = ["topics"] as const;
export const topicRead = (key: string) => ["topic", key] as const;
export const membersRead = (key: string) => ["topic-members", key] as const;

export function queryOf({ key, name, after, before }: TopicFilters): QueryOf<typeof listTopics> {
  return {
    limit: PAGE_ROWS,
    ...(key ? { key } : {}),
    ...(name ? { name } : {}),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
  };
}

export const useTopics = (filters: TopicFilters) =>
  useRead([...LIST_KEY, filters], (client) => client.topics.list(queryOf(filters)), { keepsPrevious: true });

export const useTopic = (key: string) => useRead(topicRead(key), (client) => client.topics.get(key));

export type MemberFilters = { search?: string; after?: string; before?: string };

export function useMembers(key: string, { search, after, before }: MemberFilters) {
  const query = {
    limit: PAGE_ROWS,
    ...(search ? { subscriberId: search } : {}),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
  };
  return useRead([...membersRead(key), query], (client) => client.topics.listSubscriptions(key, query), {
    keepsPrevious: true,
  });
}

/** The last notifications of triggers that named the topic. */
export const useLastNotifications = (topicKey: string) =>
  useRead(["notifications-through", topicKey], (client) =>
    client.notifications.list({ topicKey, limit: LAST_ROWS, view: "brief" }),
  );
