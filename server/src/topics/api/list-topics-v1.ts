import { MAX_SHOWN_SUBSCRIBERS, listTopicsV1 as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { findFirstSubscribers } from "../shown-subscribers-store.ts";
import { listNumberedTopics } from "../topic-list-store.ts";
import { toTopicV1 } from "./topic-wire.ts";

const DEFAULT_LIMIT = 10;

export const listTopicsV1 = endpoint(operation, async ({ database, environment, query }) => {
  const requested = { key: query.key, page: query.page ?? 0, limit: query.pageSize || DEFAULT_LIMIT };
  const { topics, ...found } = await listNumberedTopics(database, environment.id, requested);
  const topicIds = topics.map(({ id }) => id);
  const selection = { topicIds, limit: MAX_SHOWN_SUBSCRIBERS.listed };
  const shown = await findFirstSubscribers(database, environment.id, selection);
  const data = topics.map((topic) => toTopicV1(topic, shown.get(topic.id) ?? [], environment));
  return { page: requested.page, ...found, data };
});
