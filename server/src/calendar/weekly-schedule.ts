import { WEEKDAYS, type Weekday } from "@tidings/contract";
import { isJsonObject } from "../foundation/json.ts";
import { clockChangeIn, type LocalTime, momentsOf, weekdayOf, zonedParts } from "./zoned-time.ts";

/** The hours in which a subscriber wants to receive messages, in the subscriber's local time. */
export type Schedule = { isEnabled: boolean; weeklySchedule?: Partial<Record<Weekday, DaySchedule>> };
export type DaySchedule = { isEnabled: boolean; hours?: readonly Hours[] };
export type Hours = { start: string; end: string };

/**
 * In minutes of the day. An end before the start is on the next day; the range belongs to the day on which it starts.
 */
type Range = { start: number; end: number };

const DAY_MS = 86_400_000;
/** Hours repeat every week; a second week is searched for hours that fall into a missing hour. */
const DAYS_AHEAD = 14;
const HOURS_MAX = 48;
const CLOCK_TIME = /^(0?[1-9]|1[0-2]):([0-5]\d) (AM|PM)$/;

/** Why the value is not a valid schedule, as a sentence; undefined when it is valid. */
export function scheduleProblem(value: unknown): string | undefined {
  if (!isJsonObject(value) || typeof value.isEnabled !== "boolean") {
    return "The schedule must be an object that says whether it isEnabled.";
  }
  const week = value.weeklySchedule ?? {};
  if (!isJsonObject(week)) return "weeklySchedule must be an object of days.";
  const stranger = Object.keys(week).find((day) => !WEEKDAYS.some((weekday) => weekday === day));
  if (stranger !== undefined) return `weeklySchedule knows the days ${WEEKDAYS.join(", ")}, and no other.`;
  for (const [day, hours] of Object.entries(week)) {
    const problem = dayProblem(hours);
    if (problem) return `weeklySchedule.${day} ${problem}`;
  }
  return undefined;
}

function dayProblem(day: unknown): string | undefined {
  if (!isJsonObject(day) || typeof day.isEnabled !== "boolean") {
    return "must be an object that says whether it isEnabled.";
  }
  const hours = day.hours ?? [];
  if (!Array.isArray(hours) || hours.length > HOURS_MAX) {
    return `must have hours as a list of at most ${HOURS_MAX}.`;
  }
  const isTime = (time: unknown) => typeof time === "string" && CLOCK_TIME.test(time);
  const isRange = (range: unknown) => isJsonObject(range) && isTime(range.start) && isTime(range.end);
  return hours.every(isRange) ? undefined : 'must have hours with start and end like "09:00 AM".';
}

/** Both ends are included, the end to its last second: "12:00 AM" to "11:59 PM" is a whole day. */
export function isOpen(schedule: Schedule, at: Date, zone: string): boolean {
  if (!schedule.isEnabled || !schedule.weeklySchedule) return true;
  const { weekday, hour, minute } = zonedParts(at, zone);
  const now = hour * 60 + minute;
  const isOvernight = ({ start, end }: Range) => end < start;
  return (
    rangesOf(schedule, weekday).some(
      (range) => range.start <= now && (now <= range.end || isOvernight(range)),
    ) || rangesOf(schedule, dayBefore(weekday)).some((range) => isOvernight(range) && now <= range.end)
  );
}

/** `at` itself when the schedule is open then; undefined when it does not open within two weeks. */
export function nextOpening(schedule: Schedule, at: Date, zone: string): Date | undefined {
  if (isOpen(schedule, at, zone)) return at;
  for (let day = 0; day < DAYS_AHEAD; day++) {
    const fromMs = at.getTime() + day * DAY_MS;
    const opening = turnsWithin(schedule, fromMs, zone).find((turn) => isOpen(schedule, turn, zone));
    if (opening) return opening;
  }
  return undefined;
}

/** The moments of the next 24 hours at which a closed schedule may open: starts of hours and clock changes. */
function turnsWithin(schedule: Schedule, fromMs: number, zone: string): Date[] {
  const toMs = fromMs + DAY_MS;
  const today = zonedParts(new Date(fromMs), zone);
  // With a day of 23 hours, 24 hours may touch three days.
  const starts = [0, 1, 2].flatMap((days) => startsOf(schedule, { ...today, day: today.day + days }, zone));
  const change = clockChangeIn(fromMs, toMs, zone);
  return [...starts, ...(change ? [new Date(change.atMs)] : [])]
    .filter((turn) => turn.getTime() > fromMs && turn.getTime() <= toMs)
    .sort((a, b) => a.getTime() - b.getTime());
}

function startsOf(schedule: Schedule, day: LocalTime, zone: string): Date[] {
  return rangesOf(schedule, weekdayOf(day)).flatMap(({ start }) =>
    momentsOf({ ...day, hour: 0, minute: start, second: 0 }, zone),
  );
}

function rangesOf({ weeklySchedule }: Schedule, weekday: Weekday): Range[] {
  const day = weeklySchedule?.[weekday];
  if (!day?.isEnabled) return [];
  const ranges = (day.hours ?? []).map(({ start, end }) => ({
    start: minuteOfDay(start),
    end: minuteOfDay(end),
  }));
  return ranges.filter(({ start, end }) => !Number.isNaN(start + end));
}

function minuteOfDay(time: string): number {
  const [, hour, minute, half] = CLOCK_TIME.exec(time) ?? [];
  return (Number(hour) % 12) * 60 + Number(minute) + (half === "PM" ? 720 : 0);
}

function dayBefore(weekday: Weekday): Weekday {
  return WEEKDAYS[(WEEKDAYS.indexOf(weekday) + 6) % 7] as Weekday;
}
