import type { SubscriberKey } from "../foundation/ids.ts";
import type { ChannelCredentials, SubscriberProfile } from "./subscriber.ts";

/** A recipient as the caller names it: one subscriber, with the fields that the caller sets. */
export type RecipientInput = {
  subscriberKey: SubscriberKey;
  profile?: SubscriberProfile;
  /** Chat and push addresses. */
  channels?: readonly ChannelInput[];
};
export type ChannelInput = {
  providerId: string;
  integrationIdentifier?: string;
  credentials: ChannelCredentials;
};

/** Each recipient once, in the order of the first mention; later mentions add their fields. */
export function eachOnce(recipients: readonly RecipientInput[]): RecipientInput[] {
  const merged = new Map<SubscriberKey, RecipientInput>();
  for (const one of recipients) {
    const known = merged.get(one.subscriberKey);
    const profile = { ...known?.profile, ...one.profile };
    const channels = [...(known?.channels ?? []), ...(one.channels ?? [])];
    merged.set(one.subscriberKey, {
      subscriberKey: one.subscriberKey,
      ...(Object.keys(profile).length > 0 ? { profile } : {}),
      ...(channels.length > 0 ? { channels } : {}),
    });
  }
  return [...merged.values()];
}
