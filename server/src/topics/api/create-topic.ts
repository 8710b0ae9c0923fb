import { createTopic as operation } from "@tidings/contract";
import { newId } from "../../foundation/id.ts";
import { type Api, endpoint, ResponseWithStatus } from "../../http/endpoint.ts";
import { profileOf } from "../topic.ts";
import { insertTopic, upsertTopic } from "../topic-store.ts";
import { topicExists } from "./named-topic.ts";
import { toTopic } from "./topic-wire.ts";

export const createTopic = (api: Api) =>
  endpoint(operation, async ({ database, environment, query, body }) => {
    const { key } = body;
    const fresh = { id: newId(api.clock.now().getTime()), key, profile: profileOf(body) };
    if (!query.failIfExists) {
      const { topic, isNew } = await upsertTopic(database, environment.id, fresh);
      return isNew ? toTopic(topic) : new ResponseWithStatus(200, toTopic(topic));
    }
    const created = await insertTopic(database, environment.id, fresh);
    if (created) return toTopic(created);
    throw await topicExists(database, environment.id, key);
  });
