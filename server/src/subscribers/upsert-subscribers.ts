import type { Transactional } from "../database/database.ts";
import { newId } from "../foundation/id.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import type { SubscriberProfile } from "./subscriber.ts";
import { insertSubscribers, updateSubscribers } from "./subscriber-store.ts";

/** If a subscriber is named twice, later fields replace earlier ones. */
export type Upserts = {
  named: readonly { subscriberKey: SubscriberKey; profile: SubscriberProfile }[];
  nowMs: number;
};

/**
 * Creates or updates subscribers with two statements.
 * @returns the keys of those it created, and of those that another request deleted between the two statements.
 */
export function upsertSubscribers(
  database: Transactional,
  environmentId: string,
  { named, nowMs }: Upserts,
): Promise<{ created: Set<SubscriberKey>; gone: Set<SubscriberKey> }> {
  const profiles = new Map<SubscriberKey, SubscriberProfile>();
  for (const { subscriberKey, profile } of named) {
    profiles.set(subscriberKey, { ...profiles.get(subscriberKey), ...profile });
  }
  const all = [...profiles].map(([subscriberKey, profile]) => ({ subscriberKey, profile }));
  return database.transaction(async (tx) => {
    const fresh = all.map((one) => ({ ...one, id: newId<SubscriberId>(nowMs) }));
    const inserted = fresh.length === 0 ? [] : await insertSubscribers(tx, environmentId, fresh);
    const created = new Set(inserted.map(({ subscriberKey }) => subscriberKey));
    const existing = all.filter(({ subscriberKey }) => !created.has(subscriberKey));
    const changed = existing.length === 0 ? [] : await updateSubscribers(tx, environmentId, existing);
    const updated = new Set(changed.map(({ subscriberKey }) => subscriberKey));
    const gone = existing.filter(({ subscriberKey }) => !updated.has(subscriberKey));
    return { created, gone: new Set(gone.map(({ subscriberKey }) => subscriberKey)) };
  });
}
