import type { Queryable } from "../../database/database.ts";
import { AppError } from "../../foundation/app-error.ts";
import { subscriberOfDefault } from "../default-identifier.ts";
import { findMembers, findMembersByIdentifier } from "../member-store.ts";
import type { Member, Topic } from "../topic.ts";
import { namedTopic } from "./named-topic.ts";

/** A subscription as named in a path. */
export type MemberName = { topicKey: string; identifier: string };

/**
 * The subscription with this identifier; if several have it, the oldest one. If none has it, a default
 * identifier names the subscription of its subscriber.
 * @throws AppError not_found if there is no such topic or subscription.
 */
export async function namedMember(
  database: Queryable,
  environmentId: string,
  { topicKey, identifier }: MemberName,
): Promise<{ member: Member; topic: Topic }> {
  const topic = await namedTopic(database, environmentId, topicKey);
  const named = { topicId: topic.id, identifiers: [identifier] };
  const exact = await findMembersByIdentifier(database, environmentId, named);
  const subscriberKey = subscriberOfDefault(topicKey, identifier);
  const members =
    exact.length > 0 || subscriberKey === undefined
      ? exact
      : await findMembers(database, environmentId, { topicId: topic.id, subscriberKeys: [subscriberKey] });
  const [member] = members.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (member) return { member, topic };
  throw subscriptionNotFound({ topicKey, identifier });
}

export function subscriptionNotFound({ topicKey, identifier }: MemberName): AppError {
  return new AppError("not_found", `Subscription ${identifier} of the topic ${topicKey} was not found`);
}
