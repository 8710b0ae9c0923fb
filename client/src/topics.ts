import {
  createTopic,
  createTopicSubscriptions,
  deleteTopic,
  deleteTopicSubscriptions,
  getTopic,
  getTopicSubscriber,
  getTopicSubscription,
  listSubscriberSubscriptions,
  listTopicSubscriptions,
  listTopics,
  type QueryOf,
  type SubscriptionChanges,
  type SubscriptionsInput,
  type SubscriptionsRemoval,
  type TopicChanges,
  type TopicInput,
  updateTopic,
  updateTopicSubscription,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type Topics = ReturnType<typeof topics>;

export const topics = (call: Call) => ({
  list: (query: QueryOf<typeof listTopics> = {}) => call(listTopics, { query }),
  /** Updates an existing topic with this key, unless `failIfExists`. */
  create: (body: TopicInput, query: QueryOf<typeof createTopic> = {}) => call(createTopic, { body, query }),
  get: (topicKey: string) => call(getTopic, { params: { topicKey } }),
  /** Omitted fields stay unchanged; null clears a field. */
  update: (topicKey: string, body: TopicChanges) => call(updateTopic, { params: { topicKey }, body }),
  delete: (topicKey: string) => call(deleteTopic, { params: { topicKey } }),
  listSubscriptions: (topicKey: string, query: QueryOf<typeof listTopicSubscriptions> = {}) =>
    call(listTopicSubscriptions, { params: { topicKey }, query }),
  /** At most 100 at a time; creates the topic if it is missing. */
  subscribe: (topicKey: string, body: SubscriptionsInput) =>
    call(createTopicSubscriptions, { params: { topicKey }, body }),
  /** At most 100 at a time. */
  unsubscribe: (topicKey: string, body: SubscriptionsRemoval) =>
    call(deleteTopicSubscriptions, { params: { topicKey }, body }),
  /** By the subscription's identifier, or its id if it has none. */
  getSubscription: (topicKey: string, identifier: string) =>
    call(getTopicSubscription, { params: { topicKey, identifier } }),
  /** `preferences` replaces all preferences; omitted fields stay unchanged. */
  updateSubscription: (topicKey: string, identifier: string, body: SubscriptionChanges) =>
    call(updateTopicSubscription, { params: { topicKey, identifier }, body }),
  listOfSubscriber: (subscriberId: string, query: QueryOf<typeof listSubscriberSubscriptions> = {}) =>
    call(listSubscriberSubscriptions, { params: { subscriberId }, query }),
  /** Fails with 404 if the subscriber is not a member. */
  getSubscriber: (topicKey: string, subscriberId: string) =>
    call(getTopicSubscriber, { params: { topicKey, subscriberId } }),
});
