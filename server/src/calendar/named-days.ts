import { type TimedConfig, type TimeUnit, WEEKDAYS, type Weekday } from "@tidings/contract";
import { daysOnWeekdays, daysWithin, type Month, ordinalDays } from "./month-days.ts";
import { type LocalTime, localMs, weekdayOf } from "./zoned-time.ts";

/** Month days are texts in a workflow's step, and numbers in a job's digest, which may also have a cron expression. */
export type Timed = Omit<TimedConfig, "monthDays"> & {
  monthDays?: readonly (string | number)[];
  cronExpression?: string;
};
export type Rhythm = { amount: number; unit: CalendarUnit; timed: Timed };

/** Five years plus one period, in units. */
const PERIODS_MAX = { days: 5 * 366 + 1, weeks: 5 * 53 + 1, months: 5 * 12 + 1 };
type CalendarUnit = keyof typeof PERIODS_MAX;

export function isCalendarUnit(unit: TimeUnit): unit is CalendarUnit {
  return Object.hasOwn(PERIODS_MAX, unit);
}

/** The configured local days from the anchor on, in order, at the anchor's time of day. */
export function* namedDays(rhythm: Rhythm, anchor: LocalTime): Generator<LocalTime> {
  const anchorMs = localMs(anchor);
  for (let distance = 0; distance <= PERIODS_MAX[rhythm.unit]; distance += rhythm.amount) {
    for (const day of daysOfPeriod(rhythm, anchor, distance)) if (localMs(day) >= anchorMs) yield day;
  }
}

/** The configured days of the period that lies `distance` days, weeks or months after the anchor's. */
function daysOfPeriod({ unit, timed }: Rhythm, anchor: LocalTime, distance: number): LocalTime[] {
  if (unit === "weeks") return daysOfWeek(timed.weekDays, anchor, distance);
  if (unit === "months") {
    const month = { year: anchor.year, month: anchor.month + distance };
    return daysOfMonth(timed, month, anchor.day).map((day) => ({ ...anchor, ...month, day }));
  }
  const day = { ...anchor, day: anchor.day + distance };
  return isNamed(timed.weekDays, weekdayOf(day)) ? [day] : [];
}

/** Weeks begin on Monday. */
function daysOfWeek(weekDays: Timed["weekDays"], anchor: LocalTime, distance: number): LocalTime[] {
  const today = weekdayOf(anchor);
  const monday = anchor.day - WEEKDAYS.indexOf(today) + 7 * distance;
  const named = WEEKDAYS.filter((weekday) =>
    weekDays?.length ? isNamed(weekDays, weekday) : weekday === today,
  );
  return named.map((weekday) => ({ ...anchor, day: monday + WEEKDAYS.indexOf(weekday) }));
}

/** Month days override week days: the form shows only one of them. */
function daysOfMonth(timed: Timed, month: Month, anchorDay: number): number[] {
  const { monthlyType, ordinal, ordinalValue, monthDays, weekDays } = timed;
  if (monthlyType === "on") return ordinalDays(month, String(ordinal), String(ordinalValue));
  if (monthDays?.length) return daysWithin(month, monthDays.map(Number));
  if (weekDays?.length) return daysOnWeekdays(month, (weekday) => isNamed(weekDays, weekday));
  return daysWithin(month, [anchorDay]);
}

function isNamed(weekDays: Timed["weekDays"], weekday: Weekday): boolean {
  return !weekDays?.length || weekDays.includes(weekday);
}
