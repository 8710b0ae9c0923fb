import { isJsonObject, type JsonObject } from "../../foundation/json.ts";
import { type Interval, intervalOf, MAX_WAIT_MS } from "../../workflows/interval.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { Decision } from "../runs/decision.ts";
import type { DecisionContext, Run, RunJob } from "../runs/run.ts";
import { calendarMoment } from "./calendar-moment.ts";
import { dynamicMoment } from "./dynamic-moment.ts";

/**
 * A delay waits `amount` × `unit`, until a time of the calendar (`cron`), or until the time in the payload at
 * `dynamicKey` or, in the older form, at `delayPath`. The trigger may override a regular length. If the time in the payload
 * has passed, but no longer ago than `gracePeriod`, the run goes on at once.
 */
export function decideDelay(
  run: Run,
  step: Step,
  context: Pick<DecisionContext, "now" | "defaultZone">,
): Decision {
  const { now } = context;
  const controls = step.controlValues;
  const timed = calendarMoment(run, controls, context);
  if (timed === "invalid") return invalid("its calendar times name no moment");
  if (timed) return wait(now, timed.at, { type: "timed", timed: timed.timed, basis: timed.basis });
  const path = pathOf(controls);
  if (path) return untilPayloadSays(run, { path, grace: graceOf(controls) }, now);
  const overridden = isJsonObject(run.overrides.delay) ? intervalOf(run.overrides.delay) : undefined;
  const interval = overridden ?? intervalOf(controls);
  if (!interval) return invalid("amount and unit of the delay do not make a time to wait");
  const { amount, unit, ms } = interval;
  return wait(now, new Date(now.getTime() + ms), { type: "regular", amount, unit });
}

function pathOf({ type, dynamicKey, delayPath }: JsonObject): string | undefined {
  if (typeof dynamicKey === "string" && dynamicKey && (type === "dynamic" || type === undefined))
    return dynamicKey;
  return typeof delayPath === "string" && delayPath ? delayPath : undefined;
}

const DEFAULT_GRACE: Interval = { amount: 1, unit: "days", ms: 86_400_000 };

/** How late a moment of the payload may be: the steps before may have taken longer than the sender expected. */
function graceOf({ gracePeriod }: JsonObject): Interval {
  return (isJsonObject(gracePeriod) ? intervalOf(gracePeriod) : undefined) ?? DEFAULT_GRACE;
}

type PayloadMoment = { path: string; grace: Interval };

function untilPayloadSays(run: Run, { path, grace }: PayloadMoment, now: Date): Decision {
  const moment = dynamicMoment(run.payload, path, now);
  switch (moment.kind) {
    case "at":
      return wait(now, moment.at, { type: "scheduled", delayPath: path });
    case "past":
      return now.getTime() - moment.at.getTime() <= grace.ms
        ? goOn(now, moment.at, path)
        : invalid(`"${path}" is ${moment.at.toISOString()}; ${latest(grace)}`);
    case "missing":
      return invalid(`"${path}" was not found in payload`);
    case "unreadable":
      return invalid(`"${path}" is neither an ISO date nor an amount with its unit`);
  }
}

function latest({ amount, unit }: Interval): string {
  return `it must be a future date, or have passed at most ${amount} ${unit} ago`;
}

/** Waits no time, but ends like every delay: quiet hours can extend it. */
function goOn(now: Date, momentAt: Date, path: string): Decision {
  const raw = { momentAt: momentAt.toISOString(), lateMs: now.getTime() - momentAt.getTime() };
  return {
    kind: "wait",
    until: now,
    settings: { type: "scheduled", delayPath: path, duration: 0 },
    details: [{ code: "delay_past", raw }],
  };
}

function wait(now: Date, until: Date, settings: JsonObject): Decision {
  const delay = until.getTime() - now.getTime();
  if (delay > MAX_WAIT_MS) return { kind: "fail", details: [{ code: "defer_limit" }], endsRun: true };
  const raw = { delay, untilDate: until.toISOString() };
  return {
    kind: "wait",
    until,
    settings: { ...settings, duration: delay },
    details: [{ code: "step_delayed", raw }],
  };
}

export function finishDelay(job: RunJob): Decision {
  const duration = job.digest?.duration ?? 0;
  return { kind: "complete", output: { duration }, details: [{ code: "delay_finished" }] };
}

function invalid(reason: string): Decision {
  return { kind: "fail", details: [{ code: "invalid_delay", raw: { reason } }], endsRun: true };
}
