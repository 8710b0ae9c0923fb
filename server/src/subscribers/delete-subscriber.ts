import type { Transactional } from "../database/database.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import { moveToErasures } from "./erasure-store.ts";
import type { Subscriber } from "./subscriber.ts";
import { lockSubscriber } from "./subscriber-store.ts";

/**
 * Deletes the subscriber at once, for the API and for all messages not yet sent. Workers erase its data in other tables
 * (`delivery/erasure/`).
 * @returns false if there is no such subscriber.
 */
export function deleteSubscriber(
  database: Transactional,
  environmentId: string,
  subscriberKey: SubscriberKey,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const subscriber = await lockSubscriber(tx, environmentId, subscriberKey);
    if (!subscriber) return false;
    await moveToErasures(tx, environmentId, { subscriber, addresses: addressesOf(subscriber) });
    return true;
  });
}

/** The erasure searches for the addresses; shorter texts would match unrelated data. */
const MIN_ADDRESS_LENGTH = 5;
const ADDRESS = /@|^\+?[0-9 ()-]{7,}$/;

/** The subscriber's contact addresses and avatar, and its key if that has the form of an address. */
export function addressesOf({
  subscriberKey,
  email,
  phone,
  avatar,
  channels,
}: Pick<Subscriber, "subscriberKey" | "email" | "phone" | "avatar" | "channels">): string[] {
  const key = ADDRESS.test(subscriberKey) ? subscriberKey : null;
  const given = (channels ?? []).flatMap(({ credentials }) => Object.values(credentials).flat());
  return searchable([email, phone, avatar, key, ...given]);
}

/** Those of these values that an erasure searches for, each once. */
export function searchable(values: readonly unknown[]): string[] {
  const texts = values.filter((value) => typeof value === "string");
  return [...new Set(texts)].filter((text) => text.length >= MIN_ADDRESS_LENGTH);
}
