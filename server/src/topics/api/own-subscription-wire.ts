import type { InboxSubscription } from "@tidings/contract";
import type { Queryable } from "../../database/database.ts";
import type { WorkflowChoice } from "../choose-workflows.ts";
import { defaultIdentifier } from "../default-identifier.ts";
import { findOwnNamed, type Owner, type OwnSubscription } from "../own-subscriptions.ts";
import { findRules } from "../subscription-rule-store.ts";
import { type MemberName, subscriptionNotFound } from "./named-member.ts";
import { readChosenPreferences, readPreferences } from "./subscription-preference-wire.ts";

/** The identifier by which Novu's browser client finds the subscription again. */
export function ownIdentifier({ member, topic }: OwnSubscription): string {
  return member.identifier ?? defaultIdentifier(topic.key, member.subscriber.subscriberKey);
}

/** A subscription of a session's subscriber, with the preferences for chosen workflows or those that it has. */
export async function showOwn(
  database: Queryable,
  environmentId: string,
  own: OwnSubscription,
  choice?: WorkflowChoice,
): Promise<InboxSubscription> {
  const { member } = own;
  const { topicId, subscriber } = member;
  const found = await findRules(database, environmentId, { topicId, subscriberIds: [subscriber.id] });
  const rules = found.get(subscriber.id) ?? {};
  const toPreferences = choice
    ? await readChosenPreferences(database, environmentId, choice)
    : await readPreferences(database, environmentId, [rules]);
  const identifier = ownIdentifier(own);
  const name = member.name === null ? {} : { name: member.name };
  return { id: member.id, identifier, ...name, preferences: toPreferences(identifier, rules) };
}

/** @throws AppError not_found if the subscriber has no such subscription. */
export async function needOwn(
  database: Queryable,
  environmentId: string,
  named: MemberName & { owner: Owner },
): Promise<OwnSubscription> {
  const own = await findOwnNamed(database, environmentId, named);
  if (!own) throw subscriptionNotFound(named);
  return own;
}
