import type { Recipient, Trigger } from "../../triggers/trigger.ts";
import type { FanoutStep } from "../../triggers/trigger-store.ts";
import { type FilteringEngine, filterBySubscriptions, type Known } from "./filter-by-subscriptions.ts";
import { cursorAfterMember, type RuledTopics } from "./next-recipients.ts";

/** The next recipients of a trigger, and its progress once they have runs. */
export type TriggerShare = {
  trigger: Trigger;
  recipients: readonly Recipient[];
  fanout: FanoutStep;
  ruledTopics?: RuledTopics | undefined;
};

/** The share without the members that their subscriptions keep away; the trigger counts them. */
export async function filteredShare(
  engine: FilteringEngine,
  environmentId: string,
  share: TriggerShare,
  known: Known,
): Promise<TriggerShare> {
  const { trigger, recipients, ruledTopics } = share;
  if (!ruledTopics || recipients.length === 0) return share;
  const reached = { trigger, recipients, ruledTopics };
  const { leftOut, decidedUntil } = await filterBySubscriptions(engine, environmentId, reached, known);
  if (leftOut.size === 0 && decidedUntil === undefined) return share;
  const idOf = ({ subscriberKey }: Recipient) => known.subscribers.get(subscriberKey)?.id;
  const end = decidedUntil && recipients.findIndex((one) => idOf(one) === decidedUntil) + 1;
  const isLeftOut = (one: Recipient) => {
    const id = idOf(one);
    return id !== undefined && leftOut.has(id);
  };
  const decided = recipients.slice(0, end);
  const named = new Set(trigger.recipients.map(({ subscriberKey }) => subscriberKey));
  const count = decided.filter((one) => isLeftOut(one) && !named.has(one.subscriberKey)).length;
  const progress = decidedUntil ? { cursor: cursorAfterMember(decidedUntil), isDone: false } : {};
  return {
    trigger,
    recipients: decided.filter((one) => !isLeftOut(one)),
    fanout: { ...share.fanout, ...progress, leftOut: count },
  };
}
