import { getTopic as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { namedTopic } from "./named-topic.ts";
import { toTopic } from "./topic-wire.ts";

export const getTopic = endpoint(operation, async ({ database, environment, params }) =>
  toTopic(await namedTopic(database, environment.id, params.topicKey)),
);
