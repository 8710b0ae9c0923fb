import { newId } from "../foundation/id.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";

/** A subscriber's chat or push address for one integration. */
export type ChannelSetting = {
  providerId: string;
  integrationId: string;
  integrationIdentifier?: string;
  credentials: ChannelCredentials;
  /**
   * When each of the device tokens was registered, in their order (milliseconds since 1970; null: not known, as of one that a
   * trigger named). The API does not show it. Absent, or of another length: not known of any.
   */
  registeredMs?: (number | null)[];
};
export type ChannelCredentials = {
  webhookUrl?: string;
  channel?: string;
  deviceTokens?: string[];
  [other: string]: string | string[] | undefined;
};

/** A recipient. */
export type Subscriber = {
  id: SubscriberId;
  subscriberKey: SubscriberKey;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  avatar: string | null;
  locale: string | null;
  timezone: string | null;
  data: JsonObject | null;
  channels: ChannelSetting[] | null;
  isOnline: boolean;
  lastOnlineAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** A subscriber that a topic or a broadcast reaches. `isOnlyNamed`: only browsers without a hash have named it. */
export type ReachedSubscriber = Pick<Subscriber, "id" | "subscriberKey"> & { isOnlyNamed: boolean };

/** The fields that a caller may set: an absent field stays as it is, null erases it. */
export type SubscriberProfile = Partial<
  Pick<Subscriber, "firstName" | "lastName" | "email" | "phone" | "avatar" | "locale" | "timezone" | "data">
>;

export const PROFILE_FIELDS = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "avatar",
  "locale",
  "timezone",
  "data",
] as const satisfies readonly (keyof SubscriberProfile)[];

/** Picks the profile's fields from an object. */
export function profileOf(given: Partial<Record<string, unknown>>): SubscriberProfile {
  const entries = PROFILE_FIELDS.filter((field) => given[field] !== undefined).map((field) => [
    field,
    given[field],
  ]);
  return Object.fromEntries(entries) as SubscriberProfile;
}

/** Whether the profile differs from the subscriber. */
export function changesSubscriber(subscriber: Subscriber, profile: SubscriberProfile): boolean {
  return PROFILE_FIELDS.some(
    (field) =>
      profile[field] !== undefined && JSON.stringify(profile[field]) !== JSON.stringify(subscriber[field]),
  );
}

/** A subscriber of whom only the key is known. */
export function newSubscriber(subscriberKey: SubscriberKey, now: Date): Subscriber {
  return {
    id: newId(now.getTime()),
    subscriberKey,
    firstName: null,
    lastName: null,
    email: null,
    phone: null,
    avatar: null,
    locale: null,
    timezone: null,
    data: null,
    channels: null,
    isOnline: false,
    lastOnlineAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
