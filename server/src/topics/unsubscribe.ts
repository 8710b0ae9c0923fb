import type { Queryable } from "../database/database.ts";
import { findSubscribers } from "../subscribers/subscriber-store.ts";
import { findMembersByIdentifier, removeMembers } from "./member-store.ts";
import type { Member } from "./topic.ts";

/** Memberships to delete: by the caller's subscriber ids, or by the membership's identifier. */
export type Leaving = { topicId: string; subscriberIds: readonly string[]; identifiers: readonly string[] };

export type Unsubscribed = {
  members: Member[];
  /** The caller's ids of the named subscribers that exist. */
  knownSubscriberIds: string[];
};

/** Deletes memberships. @returns the deleted ones. */
export async function unsubscribe(
  database: Queryable,
  environmentId: string,
  { topicId, subscriberIds, identifiers }: Leaving,
): Promise<Unsubscribed> {
  const subscribers = await findSubscribers(database, environmentId, subscriberIds);
  const called =
    identifiers.length > 0
      ? await findMembersByIdentifier(database, environmentId, { topicId, identifiers })
      : [];
  const leaving = [...subscribers.map(({ id }) => id), ...called.map(({ subscriber }) => subscriber.id)];
  const members = await removeMembers(database, environmentId, { topicId, subscriberIds: leaving });
  return { members, knownSubscriberIds: subscribers.map(({ subscriberId }) => subscriberId) };
}
