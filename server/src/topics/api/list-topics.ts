import { listTopics as operation } from "@tidings/contract";
import { pageRequest } from "../../foundation/cursor-page.ts";
import { endpoint } from "../../http/endpoint.ts";
import { withMemberCounts } from "../member-count-store.ts";
import { listTopics as list } from "../topic-list-store.ts";
import { toCountedTopic } from "./topic-wire.ts";

export const listTopics = endpoint(operation, async ({ database, environment, query }) => {
  const { key, name, ...page } = query;
  const found = await list(database, environment.id, {
    filter: { key, name },
    page: pageRequest(page),
  });
  const counted = await withMemberCounts(database, environment.id, found.data);
  return { ...found, data: counted.map(toCountedTopic) };
});
