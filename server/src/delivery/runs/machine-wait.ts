import type { Time } from "../../foundation/clock.ts";
import { advancedToNow, type DecisionContext } from "./run.ts";

/** A run whose texts the machine did not render, or whose mail it did not prepare, is tried again after this time. */
const WAIT_MS = 2_000;
const PAUSE_MS = 500;

/**
 * When a run that waits for the machine is due again. Under a held test clock, where a later moment would not come by itself, it is
 * due at once, after a pause here.
 */
export async function dueAfterMachineFailure(context: DecisionContext, time: Time): Promise<Date> {
  if (context.isFrozen) await time.sleep(PAUSE_MS);
  const { now } = advancedToNow(context, time);
  return context.isFrozen ? now : new Date(now.getTime() + WAIT_MS);
}
