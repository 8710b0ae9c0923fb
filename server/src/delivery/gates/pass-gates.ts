import { passDigests } from "../digest/join-windows.ts";
import type { Run } from "../runs/run.ts";
import { passThrottles } from "../throttle/enter-windows.ts";
import { type GateCall, type GateResult, rewind, waitingAt } from "./gates.ts";

/**
 * Decides the gates of a batch inside the settling transaction: the counts of the gates and the results of the runs
 * commit atomically.
 */
export async function passGates(call: GateCall, runs: readonly Run[]): Promise<GateResult> {
  const [digests, throttles] = [waitingAt(runs, "digest"), waitingAt(runs, "throttle")];
  for (const waiting of [...digests, ...throttles]) rewind(waiting);
  const passage: GateResult = { merged: [], details: [] };
  if (digests.length > 0) await passDigests(call, digests, passage);
  if (throttles.length > 0) await passThrottles(call, throttles, passage);
  return passage;
}
