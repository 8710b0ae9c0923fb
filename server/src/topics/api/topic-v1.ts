import {
  createTopicV1,
  getTopicV1,
  MAX_SHOWN_SUBSCRIBERS,
  renameTopicV1,
  type TopicV1,
} from "@tidings/contract";
import type { Queryable } from "../../database/database.ts";
import type { Environment } from "../../environments/environment.ts";
import { newId } from "../../foundation/id.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { findFirstSubscribers } from "../shown-subscribers-store.ts";
import { profileOf, type Topic } from "../topic.ts";
import { insertTopic, updateTopic } from "../topic-store.ts";
import { namedTopic, topicExists } from "./named-topic.ts";
import { topicNotFound, toTopicV1 } from "./topic-wire.ts";

export const createNewTopicV1 = (api: Api) =>
  endpoint(createTopicV1, async ({ database, environment, body }) => {
    const fresh = { id: newId(api.clock.now().getTime()), key: body.key, profile: profileOf(body) };
    const created = await insertTopic(database, environment.id, fresh);
    if (!created) throw await topicExists(database, environment.id, body.key);
    return { _id: created.id, key: created.key };
  });

export const getTopicWithSubscribersV1 = endpoint(getTopicV1, async ({ database, environment, params }) =>
  withSubscribers(database, environment, await namedTopic(database, environment.id, params.topicKey)),
);

export const renameTopic = endpoint(
  renameTopicV1,
  async ({ database, environment, params: { topicKey: key }, body: { name } }) => {
    const renamed = await updateTopic(database, environment.id, { key, profile: { name } });
    if (!renamed) throw topicNotFound(key);
    return withSubscribers(database, environment, renamed);
  },
);

async function withSubscribers(
  database: Queryable,
  environment: Environment,
  topic: Topic,
): Promise<TopicV1> {
  const selection = { topicIds: [topic.id], limit: MAX_SHOWN_SUBSCRIBERS.alone };
  const shown = await findFirstSubscribers(database, environment.id, selection);
  return toTopicV1(topic, shown.get(topic.id) ?? [], environment);
}
