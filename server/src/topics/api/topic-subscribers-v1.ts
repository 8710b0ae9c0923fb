import { addTopicSubscribersV1, removeTopicSubscribersV1 } from "@tidings/contract";
import { subscriberKeyOf } from "../../foundation/ids.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { subscribe } from "../subscribe.ts";
import { unsubscribe } from "../unsubscribe.ts";
import { namedOnce } from "./named-subscriptions.ts";
import { namedTopic } from "./named-topic.ts";

export const addSubscribersV1 = (api: Api) =>
  endpoint(addTopicSubscribersV1, async ({ database, environment, params: { topicKey }, body }) => {
    const joining = namedOnce({ subscriberIds: body.subscribers });
    const request = { topicKey, joining, isProven: true, nowMs: api.clock.now().getTime() };
    const { members } = await subscribe(database, environment.id, request);
    const joined = new Set(members.map(({ subscriber }) => subscriber.subscriberKey));
    const keys = joining.map(({ subscriberKey }) => subscriberKey);
    const notFound = keys.filter((key) => !joined.has(key));
    return {
      succeeded: keys.filter((key) => joined.has(key)),
      ...(notFound.length > 0 ? { failed: { notFound } } : {}),
    };
  });

export const removeSubscribersV1 = endpoint(
  removeTopicSubscribersV1,
  async ({ database, environment, params, body }) => {
    const topic = await namedTopic(database, environment.id, params.topicKey);
    const leaving = {
      topicId: topic.id,
      subscriberKeys: body.subscribers.map(subscriberKeyOf),
      identifiers: [],
    };
    await unsubscribe(database, environment.id, leaving);
    return undefined;
  },
);
