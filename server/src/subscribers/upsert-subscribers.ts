import type { Transactional } from "../database/database.ts";
import { newId } from "../foundation/id.ts";
import type { SubscriberProfile } from "./subscriber.ts";
import { insertSubscribers, updateSubscribers } from "./subscriber-store.ts";

/** Subscribers by the caller's ids; if one is named twice, later fields replace earlier ones. */
export type Upserts = {
  named: readonly { subscriberId: string; profile: SubscriberProfile }[];
  nowMs: number;
};

/**
 * Creates or updates subscribers with two statements.
 * @returns the caller's ids of those it created, and of those that another request deleted between the two statements.
 */
export function upsertSubscribers(
  database: Transactional,
  environmentId: string,
  { named, nowMs }: Upserts,
): Promise<{ created: Set<string>; gone: Set<string> }> {
  const profiles = new Map<string, SubscriberProfile>();
  for (const { subscriberId, profile } of named) {
    profiles.set(subscriberId, { ...profiles.get(subscriberId), ...profile });
  }
  const all = [...profiles].map(([subscriberId, profile]) => ({ subscriberId, profile }));
  return database.transaction(async (tx) => {
    const fresh = all.map((one) => ({ ...one, id: newId(nowMs) }));
    const inserted = fresh.length === 0 ? [] : await insertSubscribers(tx, environmentId, fresh);
    const created = new Set(inserted.map(({ subscriberId }) => subscriberId));
    const existing = all.filter(({ subscriberId }) => !created.has(subscriberId));
    const changed = existing.length === 0 ? [] : await updateSubscribers(tx, environmentId, existing);
    const updated = new Set(changed.map(({ subscriberId }) => subscriberId));
    const gone = existing.filter(({ subscriberId }) => !updated.has(subscriberId));
    return { created, gone: new Set(gone.map(({ subscriberId }) => subscriberId)) };
  });
}
