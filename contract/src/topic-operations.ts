import { Type } from "typebox";
import { conflictWith } from "./errors.ts";
import { Deletion, line, pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import { cursorPage, cursorQuery } from "./pages.ts";
import {
  createTopicSubscriptions,
  deleteTopicSubscriptions,
  getTopicSubscriber,
  getTopicSubscription,
  listSubscriberSubscriptions,
  listTopicSubscriptions,
  updateTopicSubscription,
} from "./topic-subscription-operations.ts";
import { Topic, TopicChanges, TopicInput } from "./topics.ts";

const chapter = "Topics";
const params = Type.Object({ topicKey: pathId("The caller's key of the topic.") });

export const listTopics = operation({
  id: "listTopics",
  chapter,
  method: "GET",
  path: "/v2/topics",
  summary: "List topics",
  description:
    "Finds topics by key and name, page by page. All filters must match; a filter matches anywhere in the text and is case-sensitive.",
  status: 200,
  failures: [400],
  query: Type.Object({
    ...cursorQuery,
    key: Type.Optional(line("Text that the key contains.")),
    name: Type.Optional(line("Text that the name contains.")),
  }),
  response: cursorPage(Topic),
});

export const createTopic = operation({
  id: "createTopic",
  chapter,
  method: "POST",
  path: "/v2/topics",
  summary: "Create or update a topic",
  description:
    "Creates the topic (201), or updates the existing topic with this key (200) with the given fields.",
  status: 201,
  otherStatuses: [200],
  failures: [409],
  failureResponses: { 409: conflictWith(Topic, "TopicConflict") },
  query: Type.Object({
    failIfExists: Type.Optional(Type.Boolean({ description: "Answer 409 if the topic already exists." })),
  }),
  body: TopicInput,
  response: Topic,
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
  response: Topic,
});

export const updateTopic = operation({
  id: "updateTopic",
  chapter,
  method: "PATCH",
  path: "/v2/topics/:topicKey",
  summary: "Update a topic",
  description: "Changes the given fields; null clears a field.",
  status: 200,
  failures: [404],
  params,
  body: TopicChanges,
  response: Topic,
});

export const deleteTopic = operation({
  id: "deleteTopic",
  chapter,
  method: "DELETE",
  path: "/v2/topics/:topicKey",
  summary: "Delete a topic",
  description: "Deletes the topic with its subscriptions; the subscribers are kept.",
  status: 200,
  failures: [404],
  params,
  response: Deletion,
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
