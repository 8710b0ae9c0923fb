import { groupBy } from "../../foundation/group-by.ts";
import {
  endRun,
  type GateCall,
  type GateResult,
  gateDetail,
  meetingKeyOf,
  nameOf,
  resumeRun,
  type ThrottleWindow,
  type Waiting,
} from "../gates/gates.ts";
import type { ThrottleEntry } from "../runs/run.ts";

/** Counts the runs of a batch into their windows; runs beyond the threshold end here. */
export async function passThrottles(
  call: GateCall,
  waiting: Waiting<ThrottleEntry>[],
  passage: GateResult,
): Promise<void> {
  const groups = groupBy(waiting, (one) => nameOf(meetingKeyOf(one)));
  const entries = [...groups.values()].map((group) => {
    const first = group[0] as Waiting<ThrottleEntry>;
    return { ...meetingKeyOf(first), count: group.length, endsAt: first.gate.windowEndsAt };
  });
  for (const window of await call.book.enterThrottles(call, entries)) {
    const group = groups.get(nameOf(window)) ?? [];
    group.forEach((one, index) => {
      passOne(one, {
        window,
        executionCount: window.executionCount - group.length + index + 1,
        call,
        passage,
      });
    });
  }
}

type Turn = { window: ThrottleWindow; executionCount: number; call: GateCall; passage: GateResult };

function passOne(one: Waiting<ThrottleEntry>, { window, executionCount, call, passage }: Turn): void {
  const { run, gate } = one;
  const throttled = executionCount > gate.threshold;
  const windowStart = window.openedAt.toISOString();
  gate.job.output = {
    throttled,
    executionCount,
    threshold: gate.threshold,
    windowStart,
    ...(throttled ? { throttledUntil: window.endsAt.toISOString() } : {}),
  };
  if (throttled) endRun(run, gate.job, "skipped");
  else resumeRun(run, gate.job, "completed");
  const code = throttled ? "throttle_exceeded" : "throttle_passed";
  passage.details.push(gateDetail(one, { code, raw: gate.job.output, now: call.now }));
}
