import { classifyDatabaseError } from "../../database/database-error.ts";
import { logFailure } from "../../database/outage.ts";
import type { Engine } from "../engine.ts";
import { clearClaimantOfJobs, clearClaimantOfTriggers, type Held, type HeldTrigger } from "./lease-store.ts";

export type HeldWork = { jobs: readonly Held[]; triggers: readonly HeldTrigger[] };

/**
 * What a living worker could not bring to an outcome is taken up again when its leases end. A trouble of the database
 * passes; anything else may come with every worker, and counts as the death of one.
 */
export async function countAsCrashUnlessTransient(
  { database, log }: Pick<Engine, "database" | "log">,
  { jobs, triggers }: HeldWork,
  error: unknown,
): Promise<void> {
  const trouble = classifyDatabaseError(error);
  if (trouble === "unavailable" || trouble === "retry") return;
  try {
    if (jobs.length > 0) await clearClaimantOfJobs(database, jobs);
    if (triggers.length > 0) await clearClaimantOfTriggers(database, triggers);
  } catch (failure) {
    logFailure(log, failure, "work that failed was not disowned");
  }
}
