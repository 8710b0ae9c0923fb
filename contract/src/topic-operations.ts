import { Type } from "typebox";
import { conflictWith } from "./errors.ts";
import { Deletion, ID_MAX, line, manyOf, pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import { cursorPage, cursorQuery } from "./pages.ts";
import {
  SubscriptionChanges,
  SubscriptionDetails,
  SubscriptionsInput,
  SubscriptionsOutcome,
  SubscriptionsRemoval,
  Topic,
  TopicChanges,
  TopicInput,
  TopicMembership,
  TopicSubscription,
  topicKey,
} from "./topics.ts";

const chapter = "Topics";
const params = Type.Object({ topicKey: pathId("The caller's own name of the topic.") });
const subscriberId = pathId("The caller's own id of the subscriber.");
const membershipQuery = {
  ...cursorQuery,
  orderBy: Type.Optional(
    Type.String({ description: "Taken and of no effect: the order is that of joining." }),
  ),
  contextKeys: Type.Optional(
    manyOf(
      line(undefined, ID_MAX),
      "Made in exactly these contexts. Subscriptions are made in no context, so that none is found.",
    ),
  ),
};

export const listTopics = operation({
  id: "listTopics",
  chapter,
  method: "GET",
  path: "/v2/topics",
  summary: "List topics",
  description:
    "Finds topics by key and name, page by page. Filters hold together, match anywhere in the text, and capital letters matter.",
  status: 200,
  failures: [400],
  query: Type.Object({
    ...cursorQuery,
    key: Type.Optional(line("Part of the key.")),
    name: Type.Optional(line("Part of the name.")),
  }),
  answer: cursorPage(Topic),
});

export const createTopic = operation({
  id: "createTopic",
  chapter,
  method: "POST",
  path: "/v2/topics",
  summary: "Create or update a topic",
  description:
    "Creates the topic (201), or updates it with the fields given when there is one with that key (200).",
  status: 201,
  otherStatuses: [200],
  failures: [409],
  failureAnswers: { 409: conflictWith(Topic, "TopicConflict") },
  query: Type.Object({
    failIfExists: Type.Optional(Type.Boolean({ description: "Answer 409 when the topic exists already." })),
  }),
  body: TopicInput,
  answer: Topic,
});

export const getTopic = operation({
  id: "getTopic",
  chapter,
  method: "GET",
  path: "/v2/topics/:topicKey",
  summary: "Retrieve a topic",
  status: 200,
  failures: [404],
  params,
  answer: Topic,
});

export const updateTopic = operation({
  id: "updateTopic",
  chapter,
  method: "PATCH",
  path: "/v2/topics/:topicKey",
  summary: "Update a topic",
  description: "Changes the fields given; null erases a field.",
  status: 200,
  failures: [404],
  params,
  body: TopicChanges,
  answer: Topic,
});

export const deleteTopic = operation({
  id: "deleteTopic",
  chapter,
  method: "DELETE",
  path: "/v2/topics/:topicKey",
  summary: "Delete a topic",
  description: "Deletes the topic with its subscriptions; the subscribers stay.",
  status: 200,
  failures: [404],
  params,
  answer: Deletion,
});

export const listTopicSubscriptions = operation({
  id: "listTopicSubscriptions",
  chapter,
  method: "GET",
  path: "/v2/topics/:topicKey/subscriptions",
  summary: "List a topic's subscriptions",
  status: 200,
  failures: [400, 404],
  params,
  query: Type.Object({
    ...membershipQuery,
    subscriberId: Type.Optional(line("Only this subscriber's.")),
  }),
  answer: cursorPage(TopicSubscription),
});

export const createTopicSubscriptions = operation({
  id: "createTopicSubscriptions",
  chapter,
  method: "POST",
  path: "/v2/topics/:topicKey/subscriptions",
  summary: "Subscribe to a topic",
  description:
    "Makes up to 100 subscribers members of the topic, which is created when it is missing. Who is a member already stays as it is; unknown subscribers are answered as errors beside the others.",
  status: 201,
  failures: [409],
  params: Type.Object({ topicKey }),
  body: SubscriptionsInput,
  answer: SubscriptionsOutcome,
});

export const deleteTopicSubscriptions = operation({
  id: "deleteTopicSubscriptions",
  chapter,
  method: "DELETE",
  path: "/v2/topics/:topicKey/subscriptions",
  summary: "Unsubscribe from a topic",
  description: "Ends up to 100 memberships; who is none is answered as an error beside the others.",
  status: 200,
  failures: [404],
  params,
  body: SubscriptionsRemoval,
  answer: SubscriptionsOutcome,
});

const subscriptionParams = Type.Object({
  ...params.properties,
  identifier: pathId("The caller's own name of the subscription, or its internal id where it has none."),
});

export const getTopicSubscription = operation({
  id: "getTopicSubscription",
  chapter,
  method: "GET",
  path: "/v2/topics/:topicKey/subscriptions/:identifier",
  summary: "Retrieve a topic's subscription",
  status: 200,
  failures: [404],
  params: subscriptionParams,
  answer: SubscriptionDetails,
});

export const updateTopicSubscription = operation({
  id: "updateTopicSubscription",
  chapter,
  method: "PATCH",
  path: "/v2/topics/:topicKey/subscriptions/:identifier",
  summary: "Update a topic's subscription",
  description:
    "Changes the name. Where several subscriptions have the same identifier, it changes the one that was made first.",
  status: 200,
  failures: [404],
  params: subscriptionParams,
  body: SubscriptionChanges,
  answer: TopicSubscription,
});

export const listSubscriberSubscriptions = operation({
  id: "listSubscriberSubscriptions",
  chapter,
  method: "GET",
  path: "/v2/subscribers/:subscriberId/subscriptions",
  summary: "List a subscriber's topic subscriptions",
  status: 200,
  failures: [400, 404],
  params: Type.Object({ subscriberId }),
  query: Type.Object({ ...membershipQuery, key: Type.Optional(line("Only to the topic with this key.")) }),
  answer: cursorPage(TopicSubscription),
});

export const getTopicSubscriber = operation({
  id: "getTopicSubscriber",
  chapter,
  method: "GET",
  path: "/v1/topics/:topicKey/subscribers/:subscriberId",
  summary: "Check whether a subscriber is a member of a topic",
  description: "404 when it is none, or when there is no such topic or subscriber.",
  status: 200,
  failures: [404],
  params: Type.Object({ ...params.properties, subscriberId }),
  answer: TopicMembership,
});

export const TOPIC_OPERATIONS = [
  listTopics,
  createTopic,
  getTopic,
  updateTopic,
  deleteTopic,
  listTopicSubscriptions,
  createTopicSubscriptions,
  deleteTopicSubscriptions,
  getTopicSubscription,
  updateTopicSubscription,
  listSubscriberSubscriptions,
  getTopicSubscriber,
] as const;
