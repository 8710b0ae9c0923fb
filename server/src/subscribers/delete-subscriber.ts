import type { Transactional } from "../database/database.ts";
import { moveToErasures } from "./erasure-store.ts";
import type { Subscriber } from "./subscriber.ts";
import { lockSubscriber } from "./subscriber-store.ts";

/**
 * Deletes the subscriber at once, for the API and for everything that is not yet sent. Workers erase what is stored of it
 * elsewhere (`delivery/erasure/`). False when there was none.
 */
export function deleteSubscriber(
  database: Transactional,
  environmentId: string,
  subscriberId: string,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const subscriber = await lockSubscriber(tx, environmentId, subscriberId);
    if (!subscriber) return false;
    await moveToErasures(tx, environmentId, { subscriber, addresses: addressesOf(subscriber) });
    return true;
  });
}

/** Shorter texts would be found by chance. */
const LEAST_CHARACTERS = 5;
const ADDRESS = /@|^\+?[0-9 ()-]{7,}$/;

/** Texts by which a subscriber can be reached or seen; the caller's id is one where it has the form of an address. */
export function addressesOf({
  subscriberId,
  email,
  phone,
  avatar,
  channels,
}: Pick<Subscriber, "subscriberId" | "email" | "phone" | "avatar" | "channels">): string[] {
  const id = ADDRESS.test(subscriberId) ? subscriberId : null;
  const given = (channels ?? []).flatMap(({ credentials }) => Object.values(credentials).flat());
  const texts = [email, phone, avatar, id, ...given].filter((text) => typeof text === "string");
  return [...new Set(texts)].filter((text) => text.length >= LEAST_CHARACTERS);
}
