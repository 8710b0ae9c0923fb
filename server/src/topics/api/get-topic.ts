import { getTopic as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { namedTopic } from "./named-topic.ts";
import { toTopic } from "./topic-wire.ts";

export const getTopic = (api: Api) =>
  endpoint(operation, async ({ environment, params }) =>
    toTopic(await namedTopic(api, environment.id, params.topicKey)),
  );
