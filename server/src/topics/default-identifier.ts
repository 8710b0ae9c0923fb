import { type SubscriberKey, subscriberKeyOf } from "../foundation/ids.ts";
import type { Member } from "./topic.ts";

/** The identifier that Novu's clients use for a subscription without one of its own. */
export function defaultIdentifier(topicKey: string, subscriberKey: SubscriberKey): string {
  return `tk_${topicKey}:si_${subscriberKey}`;
}

/** The subscriber that a default identifier names; undefined for other identifiers. */
export function subscriberOfDefault(topicKey: string, identifier: string): SubscriberKey | undefined {
  const start = defaultIdentifier(topicKey, subscriberKeyOf(""));
  return identifier.startsWith(start) ? subscriberKeyOf(identifier.slice(start.length)) : undefined;
}

/** A session with contexts adds them; here a subscription applies in every context. */
export function isDefaultIdentifier(
  identifier: string,
  { topicKey, subscriberKey }: { topicKey: string; subscriberKey: SubscriberKey },
): boolean {
  const base = defaultIdentifier(topicKey, subscriberKey);
  return identifier === base || identifier.startsWith(`${base}:ctx_`);
}

/** Whether the identifier names this membership of the topic. */
export function isNamed(member: Member, topicKey: string, identifier: string): boolean {
  if (identifier === member.identifier || identifier === member.id) return true;
  return isDefaultIdentifier(identifier, { topicKey, subscriberKey: member.subscriber.subscriberKey });
}
