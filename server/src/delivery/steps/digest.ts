import type { Json, JsonObject } from "../../foundation/json.ts";
import { isJsonObject } from "../../foundation/json.ts";
import { intervalOf, LONGEST_WAIT_MS } from "../../workflows/interval.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { Decision, Run, RunJob } from "../run.ts";

/** How many events stand in an execution detail; the count is always exact. */
const EVENTS_IN_DETAIL = 10;

/**
 * A regular digest collects the events of one key for `amount` × `unit` from the first of them (wire-facts 5.4);
 * later events do not move its end.
 */
export function decideDigest(run: Run, step: Step, now: Date): Decision {
  const interval = intervalOf(step.controlValues);
  if (!interval) return { kind: "fail", details: [{ code: "invalid_digest" }], endsRun: true };
  if (interval.ms > LONGEST_WAIT_MS)
    return { kind: "fail", details: [{ code: "defer_limit" }], endsRun: true };
  const { amount, unit, ms } = interval;
  const path = typeof step.controlValues.digestKey === "string" ? step.controlValues.digestKey : "";
  return {
    kind: "digest",
    digestKey: keyOf(run.payload, path),
    closesAt: new Date(now.getTime() + ms),
    settings: { type: "regular", amount, unit, ...(path ? { digestKey: path } : {}) },
    details: [],
  };
}

export function finishDigest(run: Run, job: RunJob): Decision {
  const events = run.digestEvents.get(job.stepId) ?? [];
  return {
    kind: "complete",
    output: { eventCount: events.length },
    details: [
      {
        code: "digest_finished",
        raw: { eventCount: events.length, events: events.slice(0, EVENTS_IN_DETAIL) as unknown as Json },
      },
    ],
  };
}

/** The value at a path like `post.id` or `payload.post.id`, as text; equal values make one group. */
function keyOf(payload: JsonObject, path: string): string {
  if (!path) return "";
  let value: Json | undefined = payload;
  for (const name of path.replace(/^payload\./, "").split(".")) {
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
