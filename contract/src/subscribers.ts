import { type Static, Type } from "typebox";
import { freeForm, ID_MAX, line, nullable, subscriberIdText, timestamp, url } from "./fields.ts";
import { CHAT_OR_PUSH_PROVIDER_IDS } from "./provider-ids.ts";
import { words } from "./vocabulary.ts";

/** Where a chat or push provider reaches a subscriber (specification: ChannelCredentials). */
export const ChannelCredentials = Type.Object(
  {
    webhookUrl: Type.Optional(url("Address to post to; used by chat providers.")),
    channel: Type.Optional(line("Channel to post in; used by Mattermost-type chat.")),
    deviceTokens: Type.Optional(
      Type.Array(line(undefined, 8_192), {
        description: "The subscriber's devices; used by push providers.",
      }),
    ),
    alertUid: Type.Optional(line("Used by the Grafana-type on-call webhook.")),
    title: Type.Optional(line("Used by the Grafana-type on-call webhook.")),
    imageUrl: Type.Optional(url("Used by the Grafana-type on-call webhook.")),
    state: Type.Optional(line("Used by the Grafana-type on-call webhook.")),
    externalUrl: Type.Optional(url("Used by the Grafana-type on-call webhook.")),
  },
  { title: "ChannelCredentials", description: "Where a chat or push provider reaches a subscriber." },
);
export type ChannelCredentials = Static<typeof ChannelCredentials>;

/** A subscriber's address with one provider (specification: ChannelSettings). */
export const ChannelSettings = Type.Object(
  {
    providerId: words(CHAT_OR_PUSH_PROVIDER_IDS, { description: "One of the chat and push providers." }),
    integrationIdentifier: Type.Optional(
      Type.String({ description: "Identifier of the integration these credentials belong to." }),
    ),
    credentials: ChannelCredentials,
    _integrationId: Type.String({ description: "Internal id of that integration." }),
  },
  { title: "ChannelSettings", description: "A subscriber's address with one chat or push provider." },
);
export type ChannelSettings = Static<typeof ChannelSettings>;

const nullableText = (description?: string) => nullable(Type.String(), description);

/** A recipient (specification: Subscriber). Null is legal where it says so; what has no value is left out. */
export const Subscriber = Type.Object(
  {
    _id: Type.Optional(
      Type.String({ description: "Internal id, made by the service; not the subscriberId." }),
    ),
    firstName: Type.Optional(nullableText()),
    lastName: Type.Optional(nullableText()),
    email: Type.Optional(nullableText()),
    phone: Type.Optional(nullableText()),
    avatar: Type.Optional(nullableText("Address of a picture.")),
    locale: Type.Optional(nullableText("Preferred language or region.")),
    channels: Type.Optional(Type.Array(ChannelSettings)),
    topics: Type.Optional(Type.Array(Type.String(), { deprecated: true })),
    isOnline: Type.Optional(nullable(Type.Boolean())),
    lastOnlineAt: Type.Optional(nullable(timestamp())),
    __v: Type.Optional(Type.Number({ description: "Version of the record." })),
    data: Type.Optional(nullable(freeForm(), "Whatever the caller keeps with the subscriber.")),
    timezone: Type.Optional(nullableText()),
    subscriberId: Type.String({
      description: "The caller's own id, usually of the user in the caller's system.",
    }),
    _organizationId: Type.String(),
    _environmentId: Type.String(),
    deleted: Type.Boolean(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: "Subscriber", description: "A recipient of notifications." },
);
export type Subscriber = Static<typeof Subscriber>;

/**
 * What a caller may say about a subscriber, when creating, updating or triggering (wire-facts 4.2, 4.14). A field left
 * out stays as it is; null erases it.
 */
export const subscriberFields = {
  firstName: Type.Optional(nullable(line())),
  lastName: Type.Optional(nullable(line())),
  email: Type.Optional(nullable(line(undefined, 320))),
  phone: Type.Optional(nullable(line(undefined, 64))),
  avatar: Type.Optional(nullable(url())),
  locale: Type.Optional(nullable(line(undefined, 64))),
  timezone: Type.Optional(nullable(line("A zone's name, such as Europe/Berlin.", 64))),
  data: Type.Optional(nullable(freeForm(undefined, "dataBytes"))),
};

export const SubscriberInput = Type.Object(
  { subscriberId: subscriberIdText("The caller's own id of the recipient."), ...subscriberFields },
  { title: "SubscriberInput", description: "What is said of a subscriber when it is created." },
);
export type SubscriberInput = Static<typeof SubscriberInput>;

/** The most subscribers that one bulk request may name. */
export const MOST_BULK_SUBSCRIBERS = 500;

export const SubscribersBulk = Type.Object(
  {
    subscribers: Type.Array(SubscriberInput, {
      minItems: 1,
      maxItems: MOST_BULK_SUBSCRIBERS,
      description: "One after the other: of two with the same subscriberId, the second updates the first.",
    }),
  },
  {
    title: "SubscribersBulk",
    description: "Subscribers to create or update: at most 500.",
    examples: [
      {
        subscribers: [
          { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" },
          { subscriberId: "grace", firstName: "Grace", phone: "+4930123457" },
        ],
      },
    ],
  },
);
export type SubscribersBulk = Static<typeof SubscribersBulk>;

const NamedSubscriber = Type.Object({ subscriberId: Type.String() });

/** Each item of the request stands in exactly one of the lists, in the order of the request. */
export const SubscribersBulkOutcome = Type.Object(
  {
    created: Type.Array(NamedSubscriber, { description: "New subscribers." }),
    updated: Type.Array(NamedSubscriber, { description: "Subscribers that existed already." }),
    failed: Type.Array(
      Type.Object({
        index: Type.Number({ description: "Its place in the request; the first is 0." }),
        message: Type.String({ description: "What is wrong, by field." }),
        subscriberId: Type.Optional(Type.String({ description: "As it was given, where it is a text." })),
      }),
      { description: "Items that were refused; nothing of them is stored." },
    ),
  },
  { title: "SubscribersBulkOutcome", description: "What became of each subscriber of a bulk request." },
);
export type SubscribersBulkOutcome = Static<typeof SubscribersBulkOutcome>;

export const SubscriberChanges = Type.Object(subscriberFields, {
  title: "SubscriberChanges",
  description: "What changes about a subscriber: a field left out stays, null erases.",
});
export type SubscriberChanges = Static<typeof SubscriberChanges>;

/** A subscriber's address with a provider, as a caller gives it (wire-facts 4.3). */
export const ChannelSettingsInput = Type.Object(
  {
    providerId: words(CHAT_OR_PUSH_PROVIDER_IDS),
    credentials: ChannelCredentials,
    integrationIdentifier: Type.Optional(
      line("Which integration of that provider, when there are several; else the first active one.", ID_MAX),
    ),
  },
  { title: "ChannelSettingsInput", description: "A subscriber's address with one chat or push provider." },
);
export type ChannelSettingsInput = Static<typeof ChannelSettingsInput>;
