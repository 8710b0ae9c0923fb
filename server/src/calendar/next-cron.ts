import { type CronTimes, readCron, unreadableOf, YEARS_AHEAD } from "./cron-expression.ts";
import { type ClockChange, clockChangeIn, offsetMs } from "./zoned-time.ts";

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Long enough for the second of two equal hours, short enough for one clock change at most. */
const STRETCH_MS = 1.5 * DAY_MS;
/** A time in a missing hour, twice a year for five years, takes 30 steps; the limit prevents an endless loop. */
const STEPS_MAX = 100;
const LIMIT_MS = YEARS_AHEAD * 366 * DAY_MS;
/** Any moment suffices to check whether the expression has a next one. */
const SOME_MOMENT = new Date("2024-01-01T00:00:00Z");

/** Why the expression is invalid, as a sentence that names the wrong field and an example; undefined when it is valid. */
export function cronProblem(expression: string): string | undefined {
  const unreadable = unreadableOf(expression);
  if (unreadable !== undefined) return `The cron expression cannot be read: ${unreadable}.`;
  if (nextCron(expression, SOME_MOMENT, "UTC")) return undefined;
  return `The cron expression names no moment within ${YEARS_AHEAD} years.`;
}

/**
 * The first moment strictly after `after`; undefined for an invalid expression, or one without a moment within five
 * years. Clock changes are handled as in cron: fixed times ("30 2 * * *") run once a day, at the first moment after a
 * missing hour and in the first of two equal hours; the others ("*\/15 * * * *") skip the missing hour and run in both.
 */
export function nextCron(expression: string, after: Date, zone: string): Date | undefined {
  const times = readOrNothing(expression, after);
  const nextMs = times && searchFrom(times, after.getTime(), zone);
  return nextMs === undefined || nextMs - after.getTime() > LIMIT_MS ? undefined : new Date(nextMs);
}

function readOrNothing(expression: string, after: Date): CronTimes | undefined {
  try {
    // Local years begin up to 14 hours before and after those of UTC.
    return readCron(expression, new Date(after.getTime() - DAY_MS).getUTCFullYear());
  } catch {
    return undefined;
  }
}

/** Steps from one clock change to the next until there is none before the next match. */
function searchFrom(times: CronTimes, afterMs: number, zone: string): number | undefined {
  let atMs = afterMs;
  let passedMs = passedLocalMs(times, afterMs, zone);
  for (let step = 0; step < STEPS_MAX; step++) {
    const matchLocalMs = times.nextLocalMs(passedMs);
    if (matchLocalMs === undefined) return undefined;
    const matchMs = matchLocalMs - offsetMs(atMs, zone);
    const change = clockChangeIn(atMs, Math.min(matchMs, atMs + STRETCH_MS), zone);
    if (!change && matchMs <= atMs + STRETCH_MS) return matchMs;
    if (change && times.isAtFixedTimes && isInMissingHour(matchLocalMs, change)) return change.atMs;
    // Nothing matches before a distant match, whatever clock changes lie before it.
    atMs = change ? change.atMs : Math.max(atMs + STRETCH_MS, matchMs - 2 * DAY_MS);
    if (change && !times.isAtFixedTimes) passedMs = atMs + change.offsetAfterMs - SECOND_MS;
  }
  return undefined;
}

/**
 * The local time up to which nothing can match any more; fixed times do not run again in the second of two equal
 * hours.
 */
function passedLocalMs(times: CronTimes, afterMs: number, zone: string): number {
  const nowMs = afterMs + offsetMs(afterMs, zone);
  const change = times.isAtFixedTimes ? clockChangeIn(afterMs - DAY_MS, afterMs, zone) : undefined;
  return change ? Math.max(nowMs, change.atMs + change.offsetBeforeMs - SECOND_MS) : nowMs;
}

/** Whether the match lies in the missing hour of this change. */
function isInMissingHour(matchLocalMs: number, { atMs, offsetAfterMs }: ClockChange): boolean {
  return matchLocalMs < atMs + offsetAfterMs;
}
