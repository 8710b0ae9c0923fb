import { getTopic as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { withMemberCounts } from "../member-count-store.ts";
import { namedTopic } from "./named-topic.ts";
import { toCountedTopic, toTopic } from "./topic-wire.ts";

export const getTopic = endpoint(operation, async ({ database, environment, params }) => {
  const topic = await namedTopic(database, environment.id, params.topicKey);
  const [counted] = await withMemberCounts(database, environment.id, [topic]);
  return counted ? toCountedTopic(counted) : toTopic(topic);
});
