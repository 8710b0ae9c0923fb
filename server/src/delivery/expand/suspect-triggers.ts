import { logFailure } from "../../database/outage.ts";
import { countAsCrashUnlessTransient } from "../queue/count-as-crash.ts";
import { giveUpTriggers, isGivenUp, isSuspect, park } from "../queue/crashing-triggers.ts";
import { releaseTriggers } from "../queue/lease-store.ts";
import { isOverdue } from "../runs/batch-limits.ts";
import type { ClaimInProgress } from "../runs/claimed.ts";
import { settleSafely } from "../settle/settle-safely.ts";
import { expand } from "./expand.ts";

/**
 * Expands triggers that were claimed by workers which crashed: each alone, and their runs are only stored, so that a
 * job that crashes workers can be found. A trigger that still crashes workers is given up.
 */
export async function expandSuspectTriggers({
  engine,
  claimed,
  context,
  limits,
}: ClaimInProgress): Promise<void> {
  const { environmentId } = claimed;
  const suspects = claimed.triggers.filter(isSuspect);
  await giveUpTriggers(engine, suspects.filter(isGivenUp));
  for (const trigger of suspects.filter((one) => !isGivenUp(one))) {
    if (isOverdue(limits)) {
      await releaseTriggers(engine.database, [trigger]);
      continue;
    }
    try {
      const { runs, fanouts } = await expand(engine, environmentId, [trigger], context);
      const parked = runs.map((run) => park(run, context.now));
      await settleSafely(engine, environmentId, { runs: parked, fanouts }, context.now);
    } catch (error) {
      const { transactionId } = trigger;
      logFailure(engine.log, error, "a trigger could not be expanded", { environmentId, transactionId });
      await countAsCrashUnlessTransient(engine, { jobs: [], triggers: [trigger] }, error);
    }
  }
}
