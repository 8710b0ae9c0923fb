import type { Queryable } from "../../database/database.ts";
import type { Part } from "../../database/one-statement.ts";
import { subscriberLock } from "../../subscribers/subscriber-store.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import { notificationInsert } from "./settle-store.ts";
import { type Storing, statementsOf } from "./store-runs.ts";

/**
 * The parts that store the first runs of triggers, for the statement that stores these triggers. They lock the subscribers, so that a
 * deletion waits for the statement's end: an erasure would not find rows of a trigger that is neither visible nor in the queue.
 * Nothing is stored when a subscriber was deleted meanwhile.
 */
export function firstRunParts(
  { secrets }: Pick<Queryable, "secrets">,
  environmentId: string,
  runs: readonly AdvancedRun[],
  storing: Storing,
): Part[] {
  const notifications = runs.map(({ from }) => from.notification);
  const subscriberIds = [...new Set(notifications.map(({ subscriberId }) => subscriberId))];
  return [
    { statement: subscriberLock(environmentId, subscriberIds), rows: subscriberIds.length },
    { statement: notificationInsert(environmentId, notifications, storing.now), rows: runs.length },
    ...[...statementsOf({ secrets }, environmentId, { runs }, storing)].map((statement) => ({ statement })),
  ];
}
