import { Type } from "typebox";
import { ID_MAX, line, manyOf, pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import { cursorPage, cursorQuery } from "./pages.ts";
import {
  SubscriptionChanges,
  SubscriptionDetails,
  SubscriptionsInput,
  SubscriptionsRemoval,
  SubscriptionsResult,
  TopicMembership,
  TopicSubscription,
  topicKey,
} from "./topics.ts";

/** The subscribers of a topic; `topic-operations.ts` lists these operations with those of topics. */

const chapter = "Topics";
const params = Type.Object({ topicKey: pathId("The caller's key of the topic.") });
const subscriberId = pathId("The caller's id of the subscriber.");
const membershipQuery = {
  ...cursorQuery,
  orderBy: Type.Optional(
    Type.String({ description: "Accepted, but has no effect: the order is that of subscription." }),
  ),
  contextKeys: Type.Optional(
    manyOf(
      line(undefined, ID_MAX),
      "Only subscriptions with exactly these contexts. Subscriptions have no contexts, so none matches.",
    ),
  ),
};

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
    subscriberId: Type.Optional(line("Only subscriptions of this subscriber.")),
  }),
  response: cursorPage(TopicSubscription),
});

export const createTopicSubscriptions = operation({
  id: "createTopicSubscriptions",
  chapter,
  method: "POST",
  path: "/v2/topics/:topicKey/subscriptions",
  summary: "Subscribe to a topic",
  description:
    "Adds up to 100 subscribers to the topic, and creates the topic if it is missing. `preferences` applies to all named subscribers; otherwise existing members stay unchanged. Unknown subscribers are returned as errors.",
  status: 201,
  failures: [400, 404, 409],
  params: Type.Object({ topicKey }),
  body: SubscriptionsInput,
  response: SubscriptionsResult,
});

export const deleteTopicSubscriptions = operation({
  id: "deleteTopicSubscriptions",
  chapter,
  method: "DELETE",
  path: "/v2/topics/:topicKey/subscriptions",
  summary: "Unsubscribe from a topic",
  description: "Removes up to 100 members; subscribers that are not members are returned as errors.",
  status: 200,
  failures: [404],
  params,
  body: SubscriptionsRemoval,
  response: SubscriptionsResult,
});

const subscriptionParams = Type.Object({
  ...params.properties,
  identifier: pathId("The caller's identifier of the subscription, or its internal id if it has none."),
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
  response: SubscriptionDetails,
});

export const updateTopicSubscription = operation({
  id: "updateTopicSubscription",
  chapter,
  method: "PATCH",
  path: "/v2/topics/:topicKey/subscriptions/:identifier",
  summary: "Update a topic's subscription",
  description:
    "Changes the name and the preferences. If several subscriptions have the same identifier, changes the oldest.",
  status: 200,
  failures: [400, 404],
  params: subscriptionParams,
  body: SubscriptionChanges,
  response: TopicSubscription,
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
  query: Type.Object({
    ...membershipQuery,
    key: Type.Optional(line("Only subscriptions to the topic with this key.")),
  }),
  response: cursorPage(TopicSubscription),
});

export const getTopicSubscriber = operation({
  id: "getTopicSubscriber",
  chapter,
  method: "GET",
  path: "/v1/topics/:topicKey/subscribers/:subscriberId",
  summary: "Check whether a subscriber is a member of a topic",
  description: "Returns 404 if the subscriber is not a member, or if the topic or subscriber does not exist.",
  status: 200,
  failures: [404],
  params: Type.Object({ ...params.properties, subscriberId }),
  response: TopicMembership,
});
