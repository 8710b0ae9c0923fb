import { passDigests } from "../digest/join-windows.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import { passThrottles } from "../throttle/enter-windows.ts";
import { type GateCall, type GateResult, type Merge, runsAt } from "./gates.ts";

/**
 * Decides the gates of a batch inside the settling transaction: the counts of the gates and the results of the runs
 * commit atomically. @returns the runs in the same order, those at a gate with its result.
 */
export async function passGates(
  call: GateCall,
  runs: readonly AdvancedRun[],
): Promise<{ runs: readonly AdvancedRun[]; merged: Merge[] }> {
  const [digests, throttles] = [runsAt(runs, "digest"), runsAt(runs, "throttle")];
  if (digests.length + throttles.length === 0) return { runs, merged: [] };
  const results: ReadonlyMap<AdvancedRun, GateResult> = new Map([
    ...(digests.length > 0 ? await passDigests(call, digests) : []),
    ...(throttles.length > 0 ? await passThrottles(call, throttles) : []),
  ]);
  return {
    runs: runs.map((run) => results.get(run)?.advanced ?? run),
    merged: [...results.values()].flatMap(({ merge }) => merge ?? []),
  };
}
