import type { Queryable } from "../database/database.ts";
import { newId } from "../foundation/id.ts";
import { changesSubscriber, type Subscriber, type SubscriberProfile } from "./subscriber.ts";
import { findSubscribers, insertSubscribers, updateSubscribers } from "./subscriber-store.ts";

export type Told = { subscriberId: string; profile?: SubscriberProfile };

/**
 * The subscribers of a list of recipients, by the caller's id. Unknown ones are made from what was told about them,
 * known ones are updated where it says something new. One statement when there is nothing to write.
 */
export async function resolveRecipients(
  database: Queryable,
  environmentId: string,
  told: readonly Told[],
  nowMs: number,
): Promise<Map<string, Subscriber>> {
  const profiles = new Map(told.map(({ subscriberId, profile }) => [subscriberId, profile ?? {}]));
  const found = new Map<string, Subscriber>();
  const remember = (subscribers: readonly Subscriber[]) => {
    for (const subscriber of subscribers) found.set(subscriber.subscriberId, subscriber);
  };
  remember(await findSubscribers(database, environmentId, [...profiles.keys()]));
  const missing = [...profiles].filter(([subscriberId]) => !found.has(subscriberId));
  if (missing.length > 0) {
    const fresh = missing.map(([subscriberId, profile]) => ({ id: newId(nowMs), subscriberId, profile }));
    remember(await insertSubscribers(database, environmentId, fresh));
    const raced = missing.map(([subscriberId]) => subscriberId).filter((id) => !found.has(id));
    if (raced.length > 0) remember(await findSubscribers(database, environmentId, raced));
  }
  const changes = [...profiles].flatMap(([subscriberId, profile]) => {
    const subscriber = found.get(subscriberId);
    return subscriber && changesSubscriber(subscriber, profile) ? [{ subscriberId, profile }] : [];
  });
  if (changes.length > 0) remember(await updateSubscribers(database, environmentId, changes));
  return found;
}
