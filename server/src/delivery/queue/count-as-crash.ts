import { classifyDatabaseError } from "../../database/database-error.ts";
import { logFailure } from "../../database/outage.ts";
import { MachineFailure } from "../../sandbox/machine-failure.ts";
import type { Engine } from "../engine.ts";
import {
  clearClaimantOfJobs,
  clearClaimantOfTriggers,
  type JobLease,
  type TriggerLease,
} from "./lease-store.ts";

export type HeldWork = { jobs: readonly JobLease[]; triggers: readonly TriggerLease[] };

/**
 * Work that a living worker could not finish is claimed again when its leases expire. A transient database error
 * or a failure of the machine passes; any other error may happen to every worker and counts as a crash.
 */
export async function countAsCrashUnlessTransient(
  { database, log }: Pick<Engine, "database" | "log">,
  { jobs, triggers }: HeldWork,
  error: unknown,
): Promise<void> {
  if (error instanceof MachineFailure) return;
  const trouble = classifyDatabaseError(error);
  if (trouble === "unavailable" || trouble === "retry") return;
  try {
    if (jobs.length > 0) await clearClaimantOfJobs(database, jobs);
    if (triggers.length > 0) await clearClaimantOfTriggers(database, triggers);
  } catch (failure) {
    logFailure(log, failure, "work that failed was not disowned");
  }
}
