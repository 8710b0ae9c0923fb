import { ORDINAL_VALUES, ORDINALS, TIME_UNITS, type TimeUnit, WEEKDAYS } from "@tidings/contract";
import { durationMs } from "../foundation/duration.ts";
import { isCalendarUnit, namedDays, type Timed } from "./named-days.ts";
import { cronProblem, nextCron } from "./next-cron.ts";
import { type LocalTime, momentOf, zonedParts } from "./zoned-time.ts";

/** The configuration of a timed digest: every `amount` `unit`, on the days and at the time of `timed`. */
export type TimedSetup = { amount?: number; unit?: TimeUnit; timed?: Timed };

const AT_TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const LIMIT_MS = 5 * 366 * 86_400_000;

/** Why the configuration is invalid, as a sentence; undefined when it is valid. */
export function timedProblem({ amount = 1, unit, timed = {} }: TimedSetup): string | undefined {
  const shape = shapeProblem(timed);
  if (shape) return shape;
  if (timed.cronExpression) return cronProblem(timed.cronExpression);
  if (!Number.isInteger(amount) || amount < 1) return "The amount must be a whole number from 1.";
  if (!unit || !TIME_UNITS.includes(unit)) return `The unit must be one of ${TIME_UNITS.join(", ")}.`;
  if (timed.atTime && !AT_TIME.test(timed.atTime)) return 'The time must look like "09:30".';
  if (timed.weekDays?.some((day) => !WEEKDAYS.includes(day))) {
    return `The week days must be of ${WEEKDAYS.join(", ")}.`;
  }
  if (timed.monthlyType === "on") return ordinalProblem(timed);
  return timed.monthDays?.every(isMonthDay) === false ? "The month days must be from 1 to 31." : undefined;
}

function isMonthDay(day: unknown): boolean {
  const number = typeof day === "string" ? Number(day) : day;
  return typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= 31;
}

const TEXTS = ["cronExpression", "atTime", "monthlyType", "ordinalValue"] as const;
const LISTS = ["weekDays", "monthDays"] as const;

/** Configurations may have been stored before their types were checked, so the types are checked here again. */
function shapeProblem(timed: Timed): string | undefined {
  const isAbsent = (value: unknown) => value === undefined || value === null;
  const isWord = ["string", "number"].includes(typeof timed.ordinal);
  const noText = TEXTS.find((name) => !isAbsent(timed[name]) && typeof timed[name] !== "string");
  const noList = LISTS.find((name) => !isAbsent(timed[name]) && !Array.isArray(timed[name]));
  if (noText) return `The ${noText} must be a text.`;
  if (noList) return `The ${noList} must be a list.`;
  return isAbsent(timed.ordinal) || isWord ? undefined : "The ordinal must be a text.";
}

function ordinalProblem({ ordinal, ordinalValue }: Timed): string | undefined {
  const isKnown =
    ORDINALS.some((known) => known === String(ordinal)) &&
    ORDINAL_VALUES.some((known) => known === ordinalValue);
  return isKnown ? undefined : "A day of the month needs an ordinal (1 to 5, last) and an ordinalValue.";
}

/**
 * The first moment strictly after `after`; undefined for an invalid configuration, or without a moment within five years.
 *
 * The anchor is `after` itself: its day, week (from Monday) or month is the first of "every N", the next ones are
 * N, 2N… later. A digest computes it at its first event: it closes in this period if one of the period's days is still
 * ahead, and otherwise N periods later. Missing parts of the configuration are taken from `after`: its time of day,
 * weekday, day of the month. Seconds, minutes and hours are durations and use neither days nor `atTime`.
 */
export function nextTimed(setup: TimedSetup, after: Date, zone: string): Date | undefined {
  const { amount = 1, unit, timed = {} } = setup;
  const { cronExpression: cron } = timed;
  if (cron && typeof cron === "string") return nextCron(cron, after, zone);
  if (!unit || timedProblem(setup)) return undefined;
  if (!isCalendarUnit(unit)) return within(new Date(after.getTime() + durationMs(amount, unit)), after);
  const anchor = { ...zonedParts(after, zone), ...timeOf(timed.atTime) };
  for (const day of namedDays({ amount, unit, timed }, anchor)) {
    const moment = momentOf(day, zone);
    if (moment > after) return within(moment, after);
  }
  return undefined;
}

function timeOf(atTime: string | undefined): Partial<LocalTime> {
  const [, hour, minute, second = 0] = AT_TIME.exec(atTime ?? "") ?? [];
  return hour ? { hour: Number(hour), minute: Number(minute), second: Number(second) } : {};
}

function within(moment: Date, after: Date): Date | undefined {
  return moment.getTime() - after.getTime() <= LIMIT_MS ? moment : undefined;
}
