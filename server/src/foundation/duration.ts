import type { TimeUnit } from "@tidings/contract";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds of one unit. A month counts as 30 days, as in Novu. */
const MS_OF_UNIT: Record<TimeUnit, number> = {
  seconds: SECOND,
  minutes: MINUTE,
  hours: HOUR,
  days: DAY,
  weeks: 7 * DAY,
  months: 30 * DAY,
};

export function durationMs(amount: number, unit: TimeUnit): number {
  return amount * MS_OF_UNIT[unit];
}
