import type { Api, Endpoint } from "../../http/endpoint.ts";
import { createTopic } from "./create-topic.ts";
import { createTopicSubscriptions } from "./create-topic-subscriptions.ts";
import { deleteTopic } from "./delete-topic.ts";
import { deleteTopicSubscriptions } from "./delete-topic-subscriptions.ts";
import { getTopic } from "./get-topic.ts";
import { getTopicSubscriber } from "./get-topic-subscriber.ts";
import { getTopicSubscription } from "./get-topic-subscription.ts";
import { inboxSubscriptionEndpoints } from "./inbox-subscription-endpoints.ts";
import { listSubscriberSubscriptions } from "./list-subscriber-subscriptions.ts";
import { listTopicSubscriptions } from "./list-topic-subscriptions.ts";
import { listTopics } from "./list-topics.ts";
import { olderTopicEndpoints } from "./older-endpoints.ts";
import { updateTopic } from "./update-topic.ts";
import { updateTopicSubscription } from "./update-topic-subscription.ts";

export function topicEndpoints(api: Api): Endpoint[] {
  return [
    listTopics,
    createTopic(api),
    getTopic,
    updateTopic,
    deleteTopic,
    listTopicSubscriptions,
    createTopicSubscriptions(api),
    deleteTopicSubscriptions,
    getTopicSubscription,
    updateTopicSubscription,
    listSubscriberSubscriptions,
    getTopicSubscriber,
    ...inboxSubscriptionEndpoints(api),
    ...olderTopicEndpoints(api),
  ];
}
