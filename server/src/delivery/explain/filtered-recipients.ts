import type { SubscriberKey } from "../../foundation/ids.ts";
import type { Recipient, Trigger } from "../../triggers/trigger.ts";
import {
  type FilteringEngine,
  filterBySubscriptions,
  type Known,
} from "../expand/filter-by-subscriptions.ts";
import type { RuledTopics } from "../expand/next-recipients.ts";

type Found = {
  trigger: Trigger;
  recipients: readonly Recipient[];
  hasMore: boolean;
  ruledTopics: RuledTopics | undefined;
};
type FilteredRecipients = { recipients: readonly Recipient[]; leftOut: SubscriberKey[]; hasMore: boolean };

/** The recipients that the trigger would reach, and those that their subscriptions keep away. */
export async function filteredRecipients(
  engine: FilteringEngine,
  environmentId: string,
  { trigger, recipients, hasMore, ruledTopics }: Found,
  known: Known,
): Promise<FilteredRecipients> {
  const named = new Set(trigger.recipients.map(({ subscriberKey }) => subscriberKey));
  const members = recipients.filter(({ subscriberKey }) => !named.has(subscriberKey));
  if (!ruledTopics || members.length === 0) return { recipients, leftOut: [], hasMore };
  const reached = { trigger, recipients: members, ruledTopics };
  const { leftOut, decidedUntil } = await filterBySubscriptions(engine, environmentId, reached, known);
  const idOf = ({ subscriberKey }: Recipient) => known.subscribers.get(subscriberKey)?.id;
  const end = decidedUntil && recipients.findIndex((one) => idOf(one) === decidedUntil) + 1;
  const decided = recipients.slice(0, end);
  const isLeftOut = (one: Recipient) => {
    const id = idOf(one);
    return id !== undefined && leftOut.has(id) && !named.has(one.subscriberKey);
  };
  return {
    recipients: decided.filter((one) => !isLeftOut(one)),
    leftOut: decided.filter(isLeftOut).map(({ subscriberKey }) => subscriberKey),
    hasMore: hasMore || decided.length < recipients.length,
  };
}
