import { nextCron } from "../../calendar/next-cron.ts";
import { nextTimed, type TimedSetup } from "../../calendar/timed-config.ts";
import { zoneOrDefault } from "../../calendar/zoned-time.ts";
import { isJsonObject, type JsonObject } from "../../foundation/json.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { amountOf, isTimeUnit, MAX_WAIT_MS } from "../../workflows/interval.ts";
import type { DecisionContext, Run } from "../runs/run.ts";

/**
 * A time of the calendar, the control that named it, for the record, and what it was computed from: when the rules of zones change,
 * a wait is computed anew from that (`zone-data/`).
 */
export type CalendarMoment = { at: Date; timed: JsonObject; basis: JsonObject };

/**
 * The next time that a `cron` control, or the older `timed` one with its days and times, names in the subscriber's
 * time zone, or the environment's default zone. Undefined where the step has neither, "invalid" where there is no such time
 * within the longest wait.
 */
export function calendarMoment(
  { subscriber }: Pick<Run, "subscriber">,
  controls: JsonObject,
  { now, defaultZone }: Pick<DecisionContext, "now" | "defaultZone">,
): CalendarMoment | "invalid" | undefined {
  const timezone = subscriber?.timezone ?? null;
  const zone = zoneOrDefault(timezone, defaultZone);
  const { cron, timed, amount, unit } = controls;
  const isCron = typeof cron === "string" && cron.trim() !== "";
  if (!isCron && !isJsonObject(timed)) return undefined;
  const at = isCron ? nextCron(cron, now, zone) : nextTimed(timedSetup(controls), now, zone);
  if (!at || at.getTime() - now.getTime() > MAX_WAIT_MS) return "invalid";
  const length = isCron ? {} : omitEmpty({ amount, unit });
  const basis = { from: now.toISOString(), timezone, ...length };
  return { at, timed: isCron ? { cronExpression: cron } : (timed as JsonObject), basis };
}

/** The setup of a timed wait, from the controls `amount`, `unit` and `timed`. */
export function timedSetup(controls: JsonObject): TimedSetup {
  const amount = amountOf(controls);
  const { unit, timed } = controls;
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(isTimeUnit(unit) ? { unit } : {}),
    timed: timed as NonNullable<TimedSetup["timed"]>,
  };
}
