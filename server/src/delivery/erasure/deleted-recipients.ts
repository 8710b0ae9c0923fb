import type { Queryable } from "../../database/database.ts";
import type { SubscriberId, SubscriberKey } from "../../foundation/ids.ts";
import { type Erasing, findErasing } from "../../subscribers/erasure-store.ts";
import type { ClaimedTrigger } from "../queue/claim-store.ts";

/** Our id of a subscriber that was deleted after the trigger was accepted. */
export type DeletedIdOf = (triggerId: string, subscriberKey: SubscriberKey) => SubscriberId | undefined;

/**
 * Which of these recipients were deleted between the acceptance of their trigger and its expansion. They are not created
 * again: their runs end at the first step, and the erasure finds their triggers by these runs.
 */
export async function readDeleted(
  database: Queryable,
  environmentId: string,
  triggers: readonly ClaimedTrigger[],
  subscriberKeys: readonly SubscriberKey[],
): Promise<DeletedIdOf> {
  const erasing = subscriberKeys.length > 0 ? await findErasing(database, environmentId, subscriberKeys) : [];
  if (erasing.length === 0) return () => undefined;
  const triggerOf = new Map(triggers.map((trigger) => [trigger.id, trigger]));
  return (triggerId, subscriberKey) => {
    const trigger = triggerOf.get(triggerId);
    return erasing.find((one) => one.subscriberKey === subscriberKey && isOlder(trigger, one))?.id;
  };
}

/**
 * Ids come from the clocks of processes, which differ slightly; times come from the database, but a test clock stands
 * still.
 */
function isOlder(trigger: ClaimedTrigger | undefined, { lastTriggerId, requestedAt }: Erasing): boolean {
  if (!trigger || trigger.id > lastTriggerId) return false;
  return trigger.isFrozen || trigger.reachesUntil <= requestedAt;
}
