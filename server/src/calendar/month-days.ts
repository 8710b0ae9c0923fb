import type { Weekday } from "@tidings/contract";
import { weekdayOf } from "./zoned-time.ts";

/** Months may overflow: month 14 is February of the next year. */
export type Month = { year: number; month: number };

const WEEKEND: readonly Weekday[] = ["saturday", "sunday"];

export function lastDayOf({ year, month }: Month): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The days whose weekday satisfies `fits`. */
export function daysOnWeekdays(month: Month, fits: (weekday: Weekday) => boolean): number[] {
  const days = Array.from({ length: lastDayOf(month) }, (_, index) => index + 1);
  return days.filter((day) => fits(weekdayOf({ ...month, day })));
}

/**
 * These days of the month, in order and without duplicates. A day that a short month does not have is its last day: the
 * 31st means the end of the month, and would otherwise be skipped from January to March.
 */
export function daysWithin(month: Month, days: readonly number[]): number[] {
  const last = lastDayOf(month);
  return [...new Set(days.map((day) => Math.min(day, last)))].sort((a, b) => a - b);
}

/** "second weekday", "last day", "fifth monday"; empty in a month without a fifth Monday. */
export function ordinalDays(month: Month, ordinal: string, value: string): number[] {
  const days = daysOnWeekdays(month, (weekday) => {
    if (value === "day") return true;
    if (value === "weekend" || value === "weekday")
      return WEEKEND.includes(weekday) === (value === "weekend");
    return weekday === value;
  });
  return ordinal === "last" ? days.slice(-1) : days.slice(Number(ordinal) - 1, Number(ordinal));
}
