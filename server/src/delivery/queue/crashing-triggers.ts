import type { Engine } from "../engine.ts";
import { type AdvancedRun, withJob } from "../runs/advanced-run.ts";
import { type ClaimedTrigger, SUSPECT_CRASHES } from "./claim-store.ts";
import { CRASH_LIMIT } from "./crash-limit.ts";
import { failTriggers } from "./lease-store.ts";

export function isSuspect({ unfinishedClaims }: ClaimedTrigger): boolean {
  return unfinishedClaims >= SUSPECT_CRASHES;
}

/** After this many crashes alone, and with its runs only stored, it must be the cause. */
export function isGivenUp({ unfinishedClaims }: ClaimedTrigger): boolean {
  return unfinishedClaims > CRASH_LIMIT;
}

/** Stores the run as it is: its first step waits for a worker like any other job. */
export function park(advanced: AdvancedRun, now: Date): AdvancedRun {
  if (advanced.run.jobs.length === 0) return advanced;
  return withJob(advanced, 0, { due: { kind: "at", at: now } });
}

/** Gives these triggers up; their reports say why. */
export async function giveUpTriggers(
  { database, log }: Engine,
  triggers: readonly ClaimedTrigger[],
): Promise<void> {
  if (triggers.length === 0) return;
  for (const { environmentId, transactionId } of triggers) {
    log.error(
      { environmentId, transactionId },
      "a trigger was given up: workers ended while they expanded it",
    );
  }
  await failTriggers(database, triggers, "trigger_crashed");
}
