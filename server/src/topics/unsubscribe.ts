import type { Queryable } from "../database/database.ts";
import { findSubscribers } from "../subscribers/subscriber-store.ts";
import { findMembersByIdentifier, removeMembers } from "./member-store.ts";
import type { Member } from "./topic.ts";

/** Who leaves: subscribers by the caller's ids, memberships by what they are called. */
export type Leaving = { topicId: string; subscriberIds: readonly string[]; identifiers: readonly string[] };

export type Unsubscribed = {
  members: Member[];
  /** Of the subscribers that were named, those that exist. */
  knownSubscriberIds: string[];
};

/** Ends memberships, and tells which there were. */
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
