import { SCHEDULE } from "../preference-setup.ts";
import { subscriberBody, topicBody } from "../world-bodies.ts";
import { type BaseRequests, first, subscriptionPreferences } from "./base-request.ts";

const CREDENTIALS = {
  providerId: "chat-webhook",
  integrationIdentifier: "i1",
  credentials: {
    webhookUrl: "http://127.0.0.1:9/hook",
    channel: "c",
    deviceTokens: ["d1", "d2"],
    title: "t",
  },
};
/** A context of the triggers in a seeded world. */
const CONTEXT = { type: "region", id: "eu" };

/** Subscribers, topics, contexts and preferences, also under older names. */
export const OF_SUBSCRIBERS: BaseRequests = {
  searchSubscribers: ({ own }) => ({
    query: {
      limit: "10",
      orderDirection: "ASC",
      orderBy: "_id",
      includeCursor: "true",
      after: own.subscriber[1] ?? "",
      email: "e",
      name: "a",
      phone: "4",
      subscriberId: "o",
      search: "o",
    },
  }),
  createSubscriber: ({ canary }, n) => ({
    query: { failIfExists: "false" },
    body: subscriberBody(`new-${n}`, canary),
  }),
  createSubscribersBulk: ({ canary }, n) => ({
    body: {
      subscribers: [subscriberBody(`new-${n}`, canary), { subscriberId: `new-${n}-b`, firstName: canary }],
    },
  }),
  getSubscriber: ({ shared }) => ({ params: { subscriberId: shared.subscriber } }),
  updateSubscriber: ({ shared, canary }) => {
    const { subscriberId, ...body } = subscriberBody(shared.subscriber, canary);
    return { params: { subscriberId }, body };
  },
  deleteSubscriber: ({ shared }) => ({ params: { subscriberId: shared.subscriber } }),
  exportSubscriber: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    // Before every record.
    query: { after: Buffer.from('["subscriber",""]').toString("base64url") },
  }),
  updateCredentials: ({ shared }) => ({ params: { subscriberId: shared.subscriber }, body: CREDENTIALS }),
  appendCredentials: ({ shared }) => ({ params: { subscriberId: shared.subscriber }, body: CREDENTIALS }),
  deleteCredentials: ({ shared }) => ({
    params: { subscriberId: shared.subscriber, providerId: "chat-webhook" },
  }),
  listTopics: ({ own }) => ({
    query: {
      limit: "10",
      orderDirection: "ASC",
      orderBy: "updatedAt",
      includeCursor: "true",
      after: own.topic[1] ?? "",
      key: "k",
      name: "o",
    },
  }),
  createTopic: ({ canary }, n) => ({ query: { failIfExists: "false" }, body: topicBody(`new-${n}`, canary) }),
  getTopic: ({ shared }) => ({ params: { topicKey: shared.topic } }),
  updateTopic: ({ shared, canary }) => {
    const { key: topicKey, ...body } = topicBody(shared.topic, canary);
    return { params: { topicKey }, body };
  },
  deleteTopic: ({ shared }) => ({ params: { topicKey: shared.topic } }),
  listTopicSubscriptions: ({ shared }) => ({
    params: { topicKey: shared.topic },
    query: { limit: "10", orderDirection: "ASC", includeCursor: "true" },
  }),
  createTopicSubscriptions: ({ shared, canary }) => ({
    params: { topicKey: shared.topic },
    body: {
      name: canary,
      subscriberIds: ["nobody"],
      subscriptions: [{ subscriberId: shared.subscriber, identifier: shared.subscription, name: canary }],
      preferences: subscriptionPreferences(shared.workflow, canary),
    },
  }),
  deleteTopicSubscriptions: ({ shared }) => ({
    params: { topicKey: shared.topic },
    body: { subscriptions: [{ identifier: shared.subscription }] },
  }),
  getTopicSubscription: ({ shared }) => ({
    params: { topicKey: shared.topic, identifier: shared.subscription },
  }),
  updateTopicSubscription: ({ shared, canary }) => ({
    params: { topicKey: shared.topic, identifier: shared.subscription },
    body: { name: `Called ${canary}`, preferences: [{ workflowId: shared.workflow, enabled: false }] },
  }),
  listSubscriberSubscriptions: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    query: { limit: "10", orderDirection: "ASC", includeCursor: "true" },
  }),
  getTopicSubscriber: ({ shared }) => ({
    params: { topicKey: shared.topic, subscriberId: shared.subscriber },
  }),
  listContexts: () => ({
    query: {
      limit: "10",
      orderDirection: "ASC",
      orderBy: "createdAt",
      includeCursor: "true",
      after: "region:eu",
      type: "region",
      search: "e",
    },
  }),
  createContext: ({ canary }, n) => ({ body: { type: "region", id: `new-${n}`, data: { canary } } }),
  getContext: () => ({ params: CONTEXT }),
  updateContext: ({ canary }) => ({ params: CONTEXT, body: { data: { canary, deep: { list: [canary] } } } }),
  deleteContext: () => ({ params: CONTEXT }),
  getSubscriberPreferences: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    query: { criticality: "all" },
  }),
  updateSubscriberPreferences: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    body: { workflowId: shared.workflow, channels: { email: false, in_app: true }, schedule: SCHEDULE },
  }),
  updateSubscriberPreferencesBulk: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    body: {
      preferences: [
        { workflowId: shared.workflow, channels: { email: false } },
        { workflowId: "collect", channels: { in_app: false } },
      ],
    },
  }),
  listSubscribersV1: () => ({ query: { page: "0", limit: "10" } }),
  createSubscriberV1: ({ canary }, n) => ({
    body: { ...subscriberBody(`new-${n}`, canary), channels: [CREDENTIALS] },
  }),
  getSubscriberV1: ({ shared }) => ({ params: { subscriberId: shared.subscriber } }),
  updateSubscriberV1: ({ shared, canary }) => {
    const { subscriberId, ...body } = subscriberBody(shared.subscriber, canary);
    return { params: { subscriberId }, body: { ...body, channels: [CREDENTIALS] } };
  },
  // What one form deletes would be gone for the other form.
  deleteSubscriberV1: ({ own }) => ({ params: { subscriberId: first(own.subscriber) } }),
  listPreferencesV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    query: { includeInactiveChannels: "false" },
  }),
  listPreferencesOfLevelV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber, parameter: "template" },
    query: { includeInactiveChannels: "true" },
  }),
  updateWorkflowPreferenceV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber, parameter: shared.workflow },
    body: { enabled: true, channel: { type: "email", enabled: false } },
  }),
  updateGlobalPreferenceV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    body: { enabled: true, preferences: [{ type: "email", enabled: false }] },
  }),
  listTopicsV1: ({ shared }) => ({ query: { page: "0", pageSize: "10", key: shared.topic } }),
  createTopicV1: ({ canary }, n) => ({ body: topicBody(`new-${n}`, canary) }),
  getTopicV1: ({ shared }) => ({ params: { topicKey: shared.topic } }),
  renameTopicV1: ({ shared, canary }) => ({
    params: { topicKey: shared.topic },
    body: { name: `Topic ${canary}` },
  }),
  deleteTopicV1: ({ own }) => ({ params: { topicKey: first(own.topic) } }),
  addTopicSubscribersV1: ({ shared }) => ({
    params: { topicKey: shared.topic },
    body: { subscribers: [shared.subscriber, "nobody"] },
  }),
  removeTopicSubscribersV1: ({ shared }) => ({
    params: { topicKey: shared.topic },
    body: { subscribers: [shared.subscriber, "nobody"] },
  }),
};
