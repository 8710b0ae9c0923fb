import { MAX_SUBSCRIPTIONS, type SubscriptionsInput, type SubscriptionsRemoval } from "@tidings/contract";
import { invalidField } from "../../foundation/app-error.ts";
import { type SubscriberKey, subscriberKeyOf } from "../../foundation/ids.ts";
import type { Joining } from "../subscribe.ts";

/**
 * The new members of both lists, without duplicates; the first entry of a subscriber counts, `subscriptions` come
 * first.
 */
export function namedOnce({ subscriberIds = [], subscriptions = [] }: SubscriptionsInput): Joining[] {
  const named = new Map<SubscriberKey, Joining>();
  for (const one of [...subscriptions, ...subscriberIds]) {
    const { subscriberId, ...membership } = typeof one === "string" ? { subscriberId: one } : one;
    const subscriberKey = subscriberKeyOf(subscriberId);
    if (!named.has(subscriberKey)) named.set(subscriberKey, { subscriberKey, ...membership });
  }
  return [...named.values()];
}

/** The memberships to remove. In an entry with both an identifier and a subscriber's id, the identifier counts. */
export function namedToLeave({ subscriberIds = [], subscriptions = [] }: SubscriptionsRemoval) {
  const keys = new Set(subscriberIds.map(subscriberKeyOf));
  const identifiers = new Set<string>();
  for (const one of subscriptions) {
    if (typeof one === "string") keys.add(subscriberKeyOf(one));
    else if (one.identifier !== undefined) identifiers.add(one.identifier);
    else if (one.subscriberId !== undefined) keys.add(subscriberKeyOf(one.subscriberId));
  }
  return { subscriberKeys: [...keys], identifiers: [...identifiers] };
}

/** @throws AppError invalid if no subscriber is named, or too many are. */
export function checkCount(count: number): void {
  if (count === 0) throw invalidField("subscriptions", "subscriptions must name at least one subscriber");
  if (count <= MAX_SUBSCRIPTIONS) return;
  throw invalidField(
    "subscriptions",
    `subscriptions must not name more than ${MAX_SUBSCRIPTIONS} subscribers`,
  );
}
