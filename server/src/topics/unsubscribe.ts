import type { Queryable } from "../database/database.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import { findSubscribers } from "../subscribers/subscriber-store.ts";
import { findMembersByIdentifier, removeMembers } from "./member-store.ts";
import type { Member } from "./topic.ts";

/** Memberships to delete: by the subscriber, or by the membership's identifier. */
export type Leaving = {
  topicId: string;
  subscriberKeys: readonly SubscriberKey[];
  identifiers: readonly string[];
};

export type Unsubscribed = {
  members: Member[];
  /** The named subscribers that exist. */
  knownSubscriberKeys: SubscriberKey[];
};

/** Deletes memberships. @returns the deleted ones. */
export async function unsubscribe(
  database: Queryable,
  environmentId: string,
  { topicId, subscriberKeys, identifiers }: Leaving,
): Promise<Unsubscribed> {
  const subscribers = await findSubscribers(database, environmentId, subscriberKeys);
  const called =
    identifiers.length > 0
      ? await findMembersByIdentifier(database, environmentId, { topicId, identifiers })
      : [];
  const leaving = [...subscribers.map(({ id }) => id), ...called.map(({ subscriber }) => subscriber.id)];
  const members = await removeMembers(database, environmentId, { topicId, subscriberIds: leaving });
  return { members, knownSubscriberKeys: subscribers.map(({ subscriberKey }) => subscriberKey) };
}
