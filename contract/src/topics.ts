import { type Static, Type } from "typebox";
import { freeForm, ID_MAX, line, nullable, timestamp, VALID_ID_PATTERN } from "./fields.ts";

/** Longest key of a topic (wire-facts 4.5). */
const KEY_MAX = 100;

/** A topic's key, as a caller may choose it. */
export const topicKey = Type.String({
  minLength: 1,
  maxLength: KEY_MAX,
  pattern: VALID_ID_PATTERN,
  description: "The caller's own name of the topic: letters, digits, _ : . - or like an e-mail address.",
});

/** A group of subscribers that is notified under one name. */
export const Topic = Type.Object(
  {
    _id: Type.String({ description: "Internal id, made by the service; not the key." }),
    key: Type.String({ description: "The caller's own name of the topic." }),
    name: Type.Optional(Type.String()),
    data: Type.Optional(freeForm("Whatever the caller keeps with the topic.")),
    createdAt: Type.Optional(timestamp()),
    updatedAt: Type.Optional(timestamp()),
  },
  { title: "Topic", description: "A group of subscribers that is notified under one name." },
);
export type Topic = Static<typeof Topic>;

const topicFields = {
  name: Type.Optional(nullable(line("For people to read."))),
  data: Type.Optional(nullable(freeForm("Whatever the caller keeps with the topic.", "dataBytes"))),
};

export const TopicInput = Type.Object(
  { key: topicKey, ...topicFields },
  { title: "TopicInput", description: "What is said of a topic when it is created." },
);
export type TopicInput = Static<typeof TopicInput>;

export const TopicChanges = Type.Object(topicFields, {
  title: "TopicChanges",
  description: "What changes about a topic: a field left out stays, null erases.",
});
export type TopicChanges = Static<typeof TopicChanges>;

const nullableText = () => Type.Optional(nullable(Type.String()));

/** One subscriber's membership of one topic. */
export const TopicSubscription = Type.Object(
  {
    _id: Type.String({ description: "Internal id of the subscription." }),
    identifier: Type.String({
      description: "The caller's own name of the subscription; its _id where none was given.",
    }),
    name: Type.Optional(Type.String()),
    topic: Topic,
    subscriber: Type.Object({
      _id: Type.String({ description: "Internal id of the subscriber." }),
      subscriberId: Type.String(),
      firstName: nullableText(),
      lastName: nullableText(),
      email: nullableText(),
      avatar: nullableText(),
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: "TopicSubscription", description: "One subscriber's membership of one topic." },
);
export type TopicSubscription = Static<typeof TopicSubscription>;

/** A subscription by itself, without its topic and its subscriber. */
export const SubscriptionDetails = Type.Object(
  {
    id: Type.String({ description: "Internal id of the subscription." }),
    identifier: Type.String({
      description: "The caller's own name of the subscription; its id where none was given.",
    }),
    name: Type.Optional(Type.String()),
  },
  { title: "SubscriptionDetails", description: "A subscription by itself." },
);
export type SubscriptionDetails = Static<typeof SubscriptionDetails>;

export const SubscriptionChanges = Type.Object(
  {
    name: Type.Optional(nullable(line("For people to read."))),
    preferences: Type.Optional(
      Type.Array(Type.Unknown(), {
        maxItems: 100,
        description: "Not supported: a list that is not empty is refused.",
      }),
    ),
  },
  {
    title: "SubscriptionChanges",
    examples: [{ name: "Ada's releases" }],
    description: "What changes about a subscription: a field left out stays, null erases.",
  },
);
export type SubscriptionChanges = Static<typeof SubscriptionChanges>;

/** At most so many subscribers join or leave in one request (wire-facts 4.5). */
export const MOST_SUBSCRIPTIONS = 100;

const subscriberId = Type.String({ minLength: 1, maxLength: ID_MAX });
const identifier = Type.String({ minLength: 1, maxLength: ID_MAX });
const subscriberIds = Type.Optional(
  Type.Array(subscriberId, {
    maxItems: MOST_SUBSCRIPTIONS,
    description: "The older way to name the subscribers.",
  }),
);

export const SubscriptionsInput = Type.Object(
  {
    subscriberIds,
    subscriptions: Type.Optional(
      Type.Array(
        Type.Union([
          subscriberId,
          Type.Object({
            subscriberId,
            identifier: Type.Optional(identifier),
            name: Type.Optional(line("For people to read.")),
          }),
        ]),
        { maxItems: MOST_SUBSCRIPTIONS, description: "Subscribers, each by its subscriberId or with more." },
      ),
    ),
    name: Type.Optional(line("Name of the topic, should it not exist yet.")),
    preferences: Type.Optional(
      Type.Array(Type.Unknown(), {
        maxItems: 0,
        description: "Preferences of a single subscription are not supported.",
      }),
    ),
    context: Type.Optional(
      Type.Object({}, { maxProperties: 0, description: "Subscriptions hold in every context." }),
    ),
  },
  { title: "SubscriptionsInput", description: "Who joins a topic: at least one subscriber, at most 100." },
);
export type SubscriptionsInput = Static<typeof SubscriptionsInput>;

export const SubscriptionsRemoval = Type.Object(
  {
    subscriberIds,
    subscriptions: Type.Optional(
      Type.Array(
        Type.Union([
          subscriberId,
          Type.Object({ subscriberId: Type.Optional(subscriberId), identifier: Type.Optional(identifier) }),
        ]),
        {
          maxItems: MOST_SUBSCRIPTIONS,
          description: "Each by its subscriberId, or by its own identifier, which comes first.",
        },
      ),
    ),
  },
  { title: "SubscriptionsRemoval", description: "Who leaves a topic: at least one, at most 100." },
);
export type SubscriptionsRemoval = Static<typeof SubscriptionsRemoval>;

/** What became of each who was named; both joining and leaving answer it. */
export const SubscriptionsOutcome = Type.Object(
  {
    data: Type.Array(TopicSubscription, { description: "The subscriptions it went well with." }),
    meta: Type.Object({
      totalCount: Type.Number({ description: "How many were named, each once." }),
      successful: Type.Number(),
      failed: Type.Number(),
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          subscriberId: Type.String({ description: "Who was named." }),
          code: Type.String({ description: "SUBSCRIBER_NOT_FOUND or SUBSCRIPTION_NOT_FOUND" }),
          message: Type.String(),
        }),
      ),
    ),
  },
  { title: "SubscriptionsOutcome", description: "What became of each who was named." },
);
export type SubscriptionsOutcome = Static<typeof SubscriptionsOutcome>;

/** Says that a subscriber is a member of a topic (wire-facts 4.5, the older form). */
export const TopicMembership = Type.Object(
  {
    _organizationId: Type.String(),
    _environmentId: Type.String(),
    _subscriberId: Type.String({ description: "Internal id of the subscriber." }),
    _topicId: Type.String({ description: "Internal id of the topic." }),
    topicKey: Type.String(),
    externalSubscriberId: Type.String({ description: "The caller's own id of the subscriber." }),
  },
  { title: "TopicMembership", description: "Says that a subscriber is a member of a topic." },
);
export type TopicMembership = Static<typeof TopicMembership>;
