import { type Static, Type } from "typebox";
import { ID_MAX, line, manyOf, nullable, pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import {
  SubscriptionPreference,
  SubscriptionPreferenceChanges,
  SubscriptionPreferencesInput,
} from "./subscription-preferences.ts";
import { topicKey } from "./topics.ts";

/** A subscriber's own subscriptions to topics, which a browser manages with the token of a session. */

/** A subscriber has at most one subscription to a topic. */
export const InboxSubscription = Type.Object(
  {
    id: Type.String({ description: "Internal id of the subscription." }),
    identifier: Type.String({
      description: "The identifier of the subscription; by default `tk_{topicKey}:si_{subscriberId}`.",
    }),
    name: Type.Optional(Type.String()),
    preferences: Type.Array(SubscriptionPreference),
  },
  { title: "InboxSubscription", description: "A subscription of the session's subscriber to a topic." },
);
export type InboxSubscription = Static<typeof InboxSubscription>;

/** The default identifier has the topic's key, the subscriber's id and a context. */
const IDENTIFIER_MAX = 1_000;

const name = Type.Optional(nullable(line("Display name.")));
const preferences = Type.Optional(SubscriptionPreferencesInput);

export const InboxSubscriptionInput = Type.Object(
  {
    identifier: Type.Optional(line("Omitted or empty: the default identifier.", IDENTIFIER_MAX)),
    name,
    topic: Type.Optional(Type.Object({ name: Type.Optional(line("Name of the topic, if it is created.")) })),
    preferences,
  },
  { title: "InboxSubscriptionInput", description: "A new subscription." },
);

export const InboxSubscriptionChanges = Type.Object(
  { name, preferences },
  {
    title: "InboxSubscriptionChanges",
    description: "Changes of a subscription: omitted fields stay unchanged, `preferences` replaces all.",
  },
);

const ofSession = { chapter: "Inbox", principal: "subscriber" } as const;
const path = "/v1/inbox/topics/:topicKey/subscriptions";
const ofTopic = Type.Object({ topicKey: pathId("The caller's key of the topic.") });
const identifier = Type.String({
  minLength: 1,
  maxLength: IDENTIFIER_MAX,
  description: "The identifier or id of the subscription, or the default identifier.",
});
const params = Type.Object({ ...ofTopic.properties, identifier });

export const listInboxSubscriptions = operation({
  ...ofSession,
  id: "listInboxSubscriptions",
  method: "GET",
  path,
  summary: "List the subscriber's subscriptions to a topic",
  description: "A list of one subscription, or an empty one.",
  status: 200,
  params: ofTopic,
  response: Type.Array(InboxSubscription),
});

export const createInboxSubscription = operation({
  ...ofSession,
  id: "createInboxSubscription",
  method: "POST",
  path,
  summary: "Subscribe to a topic",
  description:
    "Creates the topic if it is missing; a session without a subscriberHash gets 404 instead, and 403 for a name or a condition. An existing subscription with this identifier gets the given preferences; one with another identifier is a conflict (409), because a subscriber has one subscription to a topic.",
  status: 201,
  failures: [400, 403, 404, 409],
  params: Type.Object({ topicKey }),
  body: InboxSubscriptionInput,
  response: InboxSubscription,
});

export const getInboxSubscription = operation({
  ...ofSession,
  id: "getInboxSubscription",
  method: "GET",
  path: `${path}/:identifier`,
  summary: "Retrieve the subscriber's subscription to a topic",
  description:
    "204 if the subscriber has no such subscription. With `workflowIds` or `tags`, the preferences are those for these workflows; a workflow without one is enabled.",
  status: 200,
  otherStatuses: [204],
  params,
  query: Type.Object({
    workflowIds: Type.Optional(manyOf(line(undefined, ID_MAX), "Identifiers or ids of workflows.")),
    tags: Type.Optional(manyOf(line(), "Tags of workflows.")),
  }),
  response: InboxSubscription,
});

export const updateInboxSubscription = operation({
  ...ofSession,
  id: "updateInboxSubscription",
  method: "PATCH",
  path: `${path}/:identifier`,
  summary: "Update the subscriber's subscription to a topic",
  status: 200,
  failures: [400, 403, 404],
  params,
  body: InboxSubscriptionChanges,
  response: InboxSubscription,
});

export const deleteInboxSubscription = operation({
  ...ofSession,
  id: "deleteInboxSubscription",
  method: "DELETE",
  path: `${path}/:identifier`,
  summary: "Unsubscribe from a topic",
  status: 204,
  failures: [404],
  params,
});

export const updateInboxSubscriptionPreference = operation({
  ...ofSession,
  id: "updateInboxSubscriptionPreference",
  method: "PATCH",
  path: "/v1/inbox/subscriptions/:identifier/preferences/:workflowId",
  summary: "Update a subscription's preference for a workflow",
  status: 200,
  failures: [400, 403, 404],
  params: Type.Object({
    identifier,
    workflowId: pathId("The workflow's identifier, internal id or slug."),
  }),
  body: SubscriptionPreferenceChanges,
  response: SubscriptionPreference,
});

export const INBOX_SUBSCRIPTION_OPERATIONS = [
  listInboxSubscriptions,
  createInboxSubscription,
  getInboxSubscription,
  updateInboxSubscription,
  deleteInboxSubscription,
  updateInboxSubscriptionPreference,
] as const;
