import { groupBy } from "../../foundation/group-by.ts";
import {
  endRun,
  type GateCall,
  type GateResult,
  type GateRun,
  meetingKeyOf,
  nameOf,
  resumeRun,
  type ThrottleWindow,
} from "../gates/gates.ts";
import { type AdvancedRun, note, withJob } from "../runs/advanced-run.ts";
import type { ThrottleEntry } from "../runs/run.ts";

type ThrottleRun = GateRun<ThrottleEntry>;

/** Counts the runs of a batch into their windows; runs beyond the threshold end here. */
export async function passThrottles(
  call: GateCall,
  runs: readonly ThrottleRun[],
): Promise<Map<AdvancedRun, GateResult>> {
  const groups = groupBy(runs, (one) => nameOf(meetingKeyOf(one)));
  const entries = [...groups.values()].map((group) => {
    const first = group[0] as ThrottleRun;
    return { ...meetingKeyOf(first), count: group.length, endsAt: first.gate.windowEndsAt };
  });
  const windows = await call.gateStore.enterThrottles(call, entries);
  return new Map(
    windows.flatMap((window) => {
      const group = groups.get(nameOf(window)) ?? [];
      return group.map((one, index) => {
        const executionCount = window.executionCount - group.length + index + 1;
        return [one.advanced, { advanced: enter(one, { window, executionCount }) }] as const;
      });
    }),
  );
}

type Entry = { window: ThrottleWindow; executionCount: number };

function enter(one: ThrottleRun, { window, executionCount }: Entry): AdvancedRun {
  const { gate } = one;
  const throttled = executionCount > gate.threshold;
  const output = {
    throttled,
    executionCount,
    threshold: gate.threshold,
    windowStart: window.openedAt.toISOString(),
    ...(throttled ? { throttledUntil: window.endsAt.toISOString() } : {}),
  };
  const passed = throttled ? endRun(one, "skipped") : resumeRun(one, "completed");
  const code = throttled ? "throttle_exceeded" : "throttle_passed";
  return note(withJob(passed, gate.position, { output }), gate.position, [{ code, raw: output }]);
}
