import type { Queryable, Transactional } from "../database/database.ts";
import { AppError, invalidField } from "../foundation/app-error.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import { isDefaultIdentifier, isNamed } from "./default-identifier.ts";
import { findMembers, findMembersByIdentifier } from "./member-store.ts";
import { subscribe } from "./subscribe.ts";
import type { SubscriptionRules } from "./subscription-rules.ts";
import type { Member, Topic } from "./topic.ts";
import { findTopic } from "./topic-store.ts";

/** The subscriber of a session, and whether a hash proves the session. */
export type Owner = { subscriberId: SubscriberId; subscriberKey: SubscriberKey; isProven: boolean };

export type OwnSubscription = { member: Member; topic: Topic };

/** The subscriber's own subscription to a topic; undefined without one, and without the topic. */
export async function findOwn(
  database: Queryable,
  environmentId: string,
  { owner, topicKey }: { owner: Owner; topicKey: string },
): Promise<OwnSubscription | undefined> {
  const topic = await findTopic(database, environmentId, topicKey);
  if (!topic) return undefined;
  const subscriberKeys = [owner.subscriberKey];
  const members = await findMembers(database, environmentId, { topicId: topic.id, subscriberKeys });
  const member = members.find(({ subscriber }) => subscriber.id === owner.subscriberId);
  return member && { member, topic };
}

/** The same by an identifier; a subscription with another identifier is none. */
export async function findOwnNamed(
  database: Queryable,
  environmentId: string,
  { identifier, ...named }: { owner: Owner; topicKey: string; identifier: string },
): Promise<OwnSubscription | undefined> {
  const own = await findOwn(database, environmentId, named);
  return own && isNamed(own.member, named.topicKey, identifier) ? own : undefined;
}

/** A subscription that a browser asks for. */
export type OwnJoining = {
  topicKey: string;
  topicName: string | undefined;
  /** Undefined: the default identifier. */
  identifier: string | undefined;
  name: string | undefined;
  rules: SubscriptionRules | undefined;
  nowMs: number;
};

/**
 * Subscribes the owner. An existing subscription with the same identifier gets the rules, if there are any.
 * @throws AppError not_found for a missing topic, which only a proven owner creates; too many subscriptions of an unproven owner, and
 * conflict if the owner has a subscription with another identifier, or another subscriber has one with
 * this identifier; invalid for the default identifier of another subscription.
 */
export async function subscribeOwn(
  database: Transactional,
  environmentId: string,
  owner: Owner,
  { identifier, name, ...joining }: OwnJoining,
): Promise<OwnSubscription | undefined> {
  const { topicKey } = joining;
  const { subscriberKey, isProven } = owner;
  const isDefault = identifier === undefined || isDefaultIdentifier(identifier, { topicKey, subscriberKey });
  if (!isDefault) await refuseForeign(database, environmentId, { owner, topicKey, identifier });
  const one = { subscriberKey, name, ...(isDefault ? {} : { identifier }) };
  const check = ([member]: readonly Member[]) => {
    if (!member || isDefault || isNamed(member, topicKey, identifier)) return;
    const sentence = `The subscriber has a subscription to the topic ${topicKey} already: ${member.identifier ?? member.id}`;
    throw new AppError("conflict", sentence);
  };
  const wanted = { ...joining, isProven, joining: [one], check };
  const { topic, members } = await subscribe(database, environmentId, wanted);
  const member = members.find(({ subscriber }) => subscriber.id === owner.subscriberId);
  return member && { member, topic };
}

/** An API key finds subscriptions by their identifiers: a browser must not take one that another subscriber uses. */
async function refuseForeign(
  database: Queryable,
  environmentId: string,
  { owner, topicKey, identifier }: { owner: Owner; topicKey: string; identifier: string },
): Promise<void> {
  if (identifier.startsWith("tk_")) {
    throw invalidField("identifier", "identifier must not begin with tk_, as default identifiers do");
  }
  const topic = await findTopic(database, environmentId, topicKey);
  if (!topic) return;
  const named = { topicId: topic.id, identifiers: [identifier] };
  const members = await findMembersByIdentifier(database, environmentId, named);
  if (members.every(({ subscriber }) => subscriber.id === owner.subscriberId)) return;
  throw new AppError("conflict", "Another subscription to the topic has this identifier");
}
