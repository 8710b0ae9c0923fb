import { type Static, Type } from "typebox";
import { ID_MAX, line, pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import { numberedPage, PAGE_NUMBER, PAGE_OF_100 } from "./pages.ts";
import { MAX_SUBSCRIPTIONS, TopicInput, topicKey } from "./topics.ts";

/** The v1 operations of topics, which `@novu/node` calls: the same rules under older names. */

const chapter = "Older clients";
const params = Type.Object({ topicKey: pathId("The caller's key of the topic.") });

/** How many subscribers are shown for a single topic, and for each topic in a list. */
export const MAX_SHOWN_SUBSCRIBERS = { alone: 1_000, listed: 100 } as const;

export const TopicV1 = Type.Object(
  {
    _id: Type.String(),
    _organizationId: Type.String(),
    _environmentId: Type.String(),
    key: Type.String(),
    name: Type.Optional(Type.String()),
    subscribers: Type.Array(Type.String(), {
      description: `The subscriberIds of its subscribers: the first ${MAX_SHOWN_SUBSCRIBERS.alone} for a single topic, the first ${MAX_SHOWN_SUBSCRIBERS.listed} for each topic in a list. \`GET /v2/topics/{topicKey}/subscriptions\` lists all.`,
    }),
  },
  { title: "TopicV1", description: "A topic with its subscribers." },
);
export type TopicV1 = Static<typeof TopicV1>;

const subscribers = Type.Object(
  {
    subscribers: Type.Array(Type.String({ minLength: 1, maxLength: ID_MAX }), {
      minItems: 1,
      maxItems: MAX_SUBSCRIPTIONS,
    }),
  },
  { examples: [{ subscribers: ["ada"] }] },
);

export const listTopicsV1 = operation({
  id: "listTopicsV1",
  chapter,
  method: "GET",
  path: "/v1/topics",
  summary: "List topics by page number",
  description: "Lists topics, newest first, and counts them up to 50,000.",
  status: 200,
  query: Type.Object({
    page: PAGE_NUMBER,
    pageSize: PAGE_OF_100,
    key: Type.Optional(line("Only the topic with exactly this key.")),
  }),
  response: numberedPage(TopicV1),
});

export const createTopicV1 = operation({
  id: "createTopicV1",
  chapter,
  method: "POST",
  path: "/v1/topics",
  summary: "Create a topic",
  description: "Returns 409 if a topic with this key exists.",
  status: 201,
  failures: [409],
  body: Type.Object(TopicInput.properties, { examples: [{ key: "release-notes", name: "Release notes" }] }),
  response: Type.Object({ _id: Type.String(), key: Type.String() }),
});

export const getTopicV1 = operation({
  id: "getTopicV1",
  chapter,
  method: "GET",
  path: "/v1/topics/:topicKey",
  summary: "Retrieve a topic with its subscribers",
  status: 200,
  failures: [404],
  params,
  response: TopicV1,
});

export const renameTopicV1 = operation({
  id: "renameTopicV1",
  chapter,
  method: "PATCH",
  path: "/v1/topics/:topicKey",
  summary: "Rename a topic",
  status: 200,
  failures: [404],
  params,
  body: Type.Object({ name: line("Display name.") }, { examples: [{ name: "Release notes" }] }),
  showsSubscribers: ["subscribers"],
  response: TopicV1,
});

export const deleteTopicV1 = operation({
  id: "deleteTopicV1",
  chapter,
  method: "DELETE",
  path: "/v1/topics/:topicKey",
  summary: "Delete a topic",
  description: "Deletes the topic with its subscriptions; the subscribers are kept.",
  status: 204,
  failures: [404],
  params,
});

export const addTopicSubscribersV1 = operation({
  id: "addTopicSubscribersV1",
  chapter,
  method: "POST",
  path: "/v1/topics/:topicKey/subscribers",
  summary: "Add subscribers to a topic",
  description:
    "Adds up to 100 subscribers. Creates the topic if it is missing; reports unknown subscribers as not found.",
  status: 200,
  failures: [409],
  params: Type.Object({ topicKey }),
  body: subscribers,
  showsSubscribers: ["succeeded", "notFound"],
  response: Type.Object({
    succeeded: Type.Array(Type.String()),
    failed: Type.Optional(Type.Object({ notFound: Type.Array(Type.String()) })),
  }),
});

export const removeTopicSubscribersV1 = operation({
  id: "removeTopicSubscribersV1",
  chapter,
  method: "POST",
  path: "/v1/topics/:topicKey/subscribers/removal",
  summary: "Remove subscribers from a topic",
  description: "Removes up to 100 subscribers; ignores subscribers that are not members.",
  status: 204,
  failures: [404],
  params,
  body: subscribers,
});

export const OLDER_TOPIC_OPERATIONS = [
  listTopicsV1,
  createTopicV1,
  getTopicV1,
  renameTopicV1,
  deleteTopicV1,
  addTopicSubscribersV1,
  removeTopicSubscribersV1,
] as const;
