import type { JsonObject } from "../../foundation/json.ts";
import { groupNameAt } from "../../foundation/json-path.ts";
import { countOf, intervalOf } from "../../workflows/interval.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { Decision } from "../runs/decision.ts";
import type { Run } from "../runs/run.ts";
import { dynamicMoment } from "../steps/dynamic-moment.ts";

/**
 * A throttle lets `threshold` runs of a subscriber (and of a `throttleKey` value) pass in a window and ends the
 * others. The window is `amount` × `unit` from the first of them, or ends at a time in the payload. A configuration
 * that cannot be read throttles nothing.
 */
export function decideThrottle(run: Run, step: Step, now: Date): Decision {
  const controls = step.controlValues;
  const windowEndsAt = windowEnd(run, controls, now);
  if (windowEndsAt === "past") return { kind: "fail", details: [{ code: "throttle_past" }], endsRun: true };
  if (!windowEndsAt)
    return { kind: "complete", output: { throttled: false }, details: [{ code: "throttle_off" }] };
  const threshold = thresholdOf(controls);
  const throttleKey = groupNameAt(
    run.payload,
    typeof controls.throttleKey === "string" ? controls.throttleKey : "",
  );
  const settings = { type: "throttle", threshold, windowEndsAt: windowEndsAt.toISOString() };
  return {
    kind: "gate",
    gate: { kind: "throttle", throttleKey, threshold, windowEndsAt },
    settings,
    details: [],
  };
}

function windowEnd(run: Run, controls: JsonObject, now: Date): Date | "past" | undefined {
  if (typeof controls.dynamicKey === "string" && controls.dynamicKey && controls.type !== "fixed") {
    const moment = dynamicMoment(run.payload, controls.dynamicKey, now);
    if (moment.kind === "past") return "past";
    return moment.kind === "at" ? moment.at : undefined;
  }
  const interval = intervalOf(controls);
  return interval && new Date(now.getTime() + interval.ms);
}

function thresholdOf({ threshold }: JsonObject): number {
  return countOf(threshold) ?? 1;
}
