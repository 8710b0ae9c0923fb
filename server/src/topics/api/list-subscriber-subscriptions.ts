import { listSubscriberSubscriptions as operation } from "@tidings/contract";
import { pageRequest } from "../../foundation/cursor-page.ts";
import { endpoint } from "../../http/endpoint.ts";
import { subscriberNotFound } from "../../subscribers/api/subscriber-wire.ts";
import { findSubscriber } from "../../subscribers/subscriber-store.ts";
import { listMembers } from "../member-list-store.ts";
import { findTopicsInOrder } from "../topic-list-store.ts";
import { isOfContexts, NO_SUBSCRIPTIONS } from "./no-subscriptions.ts";
import { toSubscription } from "./topic-wire.ts";

export const listSubscriberSubscriptions = endpoint(
  operation,
  async ({ database, environment, params, query }) => {
    const { key: onlyTopicKey, contextKeys, ...requested } = query;
    const page = pageRequest(requested);
    const subscriber = await findSubscriber(database, environment.id, params.subscriberId);
    if (!subscriber) throw subscriberNotFound(params.subscriberId);
    if (isOfContexts(contextKeys)) return NO_SUBSCRIPTIONS;
    const search = { subscriberId: subscriber.id, onlyTopicKey, page };
    const found = await listMembers(database, environment.id, search);
    const topicIds = found.data.map(({ topicId }) => topicId);
    const topics = await findTopicsInOrder(database, environment.id, topicIds);
    const topicOf = new Map(topics.map((topic) => [topic.id, topic]));
    const data = found.data.flatMap((member) => {
      const topic = topicOf.get(member.topicId);
      return topic ? [toSubscription(member, topic)] : [];
    });
    return { ...found, data };
  },
);
