import type { Queryable } from "../../database/database.ts";
import type { Expandable, Recipient } from "../../triggers/trigger.ts";
import { nextShare, type RuledTopics } from "../expand/next-recipients.ts";

type FirstRecipients = { recipients: Recipient[]; hasMore: boolean; ruledTopics: RuledTopics | undefined };

/** The first recipients of a trigger, each once, as its fan-out would find them. */
export async function firstRecipients(
  database: Queryable,
  environmentId: string,
  trigger: Expandable,
  { max, isHashNeeded }: { max: number; isHashNeeded: boolean },
): Promise<FirstRecipients> {
  const recipients: Recipient[] = [];
  let ruledTopics: RuledTopics | undefined;
  for (let next = trigger; ; ) {
    const wanted = { room: max + 1 - recipients.length, isHashNeeded };
    const share = await nextShare({ database }, environmentId, next, wanted);
    recipients.push(...share.recipients);
    ruledTopics = share.ruledTopics;
    if (share.cursor === undefined || recipients.length > max) break;
    next = { ...next, fanoutCursor: share.cursor };
  }
  const first = new Map(recipients.map((one) => [one.subscriberKey, one] as const).toReversed());
  const unique = recipients.filter((one) => first.get(one.subscriberKey) === one);
  return { recipients: unique.slice(0, max), hasMore: unique.length > max, ruledTopics };
}
