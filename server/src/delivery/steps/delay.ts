import { intervalOf, LONGEST_WAIT_MS } from "../../workflows/interval.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { Decision, RunJob } from "../run.ts";

/** A regular delay waits `amount` × `unit` (wire-facts 5.5). */
export function decideDelay(step: Step, now: Date): Decision {
  const interval = intervalOf(step.controlValues);
  if (!interval) return invalid("amount and unit of the delay do not make a time to wait");
  if (interval.ms > LONGEST_WAIT_MS)
    return { kind: "fail", details: [{ code: "defer_limit" }], endsRun: true };
  const { amount, unit, ms } = interval;
  const until = new Date(now.getTime() + ms);
  return {
    kind: "wait",
    until,
    settings: { type: "regular", amount, unit, duration: ms },
    details: [{ code: "step_delayed", raw: { delay: ms, untilDate: until.toISOString() } }],
  };
}

export function finishDelay(job: RunJob): Decision {
  const duration = job.digest?.duration ?? 0;
  return { kind: "complete", output: { duration }, details: [{ code: "delay_finished" }] };
}

function invalid(reason: string): Decision {
  return { kind: "fail", details: [{ code: "invalid_delay", raw: { reason } }], endsRun: true };
}
