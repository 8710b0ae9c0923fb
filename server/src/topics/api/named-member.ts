import type { Queryable } from "../../database/database.ts";
import { AppError } from "../../foundation/app-error.ts";
import { findMembersByIdentifier } from "../member-store.ts";
import type { Member, Topic } from "../topic.ts";
import { namedTopic } from "./named-topic.ts";

/** A subscription as named in a path. */
export type MemberName = { topicKey: string; identifier: string };

/**
 * The subscription with this identifier; if several have it, the oldest one.
 * @throws AppError not_found if there is no such topic or subscription.
 */
export async function namedMember(
  database: Queryable,
  environmentId: string,
  { topicKey, identifier }: MemberName,
): Promise<{ member: Member; topic: Topic }> {
  const topic = await namedTopic(database, environmentId, topicKey);
  const named = { topicId: topic.id, identifiers: [identifier] };
  const members = await findMembersByIdentifier(database, environmentId, named);
  const [member] = members.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (member) return { member, topic };
  throw subscriptionNotFound({ topicKey, identifier });
}

export function subscriptionNotFound({ topicKey, identifier }: MemberName): AppError {
  return new AppError("not_found", `Subscription ${identifier} of the topic ${topicKey} was not found`);
}
