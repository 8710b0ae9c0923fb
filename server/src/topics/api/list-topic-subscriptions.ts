import { listTopicSubscriptions as operation } from "@tidings/contract";
import { pageRequest } from "../../foundation/cursor-page.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listMembers } from "../member-list-store.ts";
import { namedTopic } from "./named-topic.ts";
import { isOfContexts, NO_SUBSCRIPTIONS } from "./no-subscriptions.ts";
import { toSubscription } from "./topic-wire.ts";

export const listTopicSubscriptions = endpoint(
  operation,
  async ({ database, environment, params, query }) => {
    const { subscriberId: onlySubscriberKey, contextKeys, ...requested } = query;
    const page = pageRequest(requested);
    const topic = await namedTopic(database, environment.id, params.topicKey);
    if (isOfContexts(contextKeys)) return NO_SUBSCRIPTIONS;
    const search = { topicId: topic.id, onlySubscriberKey, page };
    const found = await listMembers(database, environment.id, search);
    return { ...found, data: found.data.map((member) => toSubscription(member, topic)) };
  },
);
