import { readNumbers, WEEK_DAYS } from "./cron-numbers.ts";

/** Whether a day, written in UTC, is one of the expression. */
export type CronDays = (date: Date) => boolean;

/** The days of the fields for the day of the month and of the week; with both, each of them suffices, as in cron. */
export function readDays(ofMonth: string, ofWeek: string): CronDays | undefined {
  const [month, week] = [readMonthDays(ofMonth), readWeekDays(ofWeek)];
  if (!month || !week) return undefined;
  if (isAll(ofMonth)) return week;
  return isAll(ofWeek) ? month : (date) => month(date) || week(date);
}

const isAll = (field: string): boolean => field === "*" || field === "?";

function anyOf(field: string, read: (part: string) => CronDays | undefined): CronDays | undefined {
  const parts = field.split(",").map(read);
  const days = parts.filter((one) => one !== undefined);
  return days.length === parts.length ? (date) => days.some((matches) => matches(date)) : undefined;
}

/** Numbers, and `L` for the last day. */
const readMonthDays = (field: string): CronDays | undefined =>
  anyOf(field, (part) => {
    if (part.toUpperCase() === "L") return isLastDay;
    const numbers = readNumbers(part, { least: 1, most: 31 });
    return numbers && ((date) => numbers.includes(date.getUTCDate()));
  });

/** Numbers and names; `5L` is the last Friday, `1#2` the second Monday. */
const readWeekDays = (field: string): CronDays | undefined =>
  anyOf(field, (part) => {
    const [, name = "", which, nth] = /^(\w+?)(?:(L)|#([1-5]))$/i.exec(part) ?? [];
    const numbers = readNumbers(name === "" ? part : name, { least: 0, most: 7, names: WEEK_DAYS });
    const isOn = (date: Date) => numbers?.some((one) => one % 7 === date.getUTCDay()) === true;
    if (!numbers) return undefined;
    if (which) return (date) => isOn(date) && isInLastWeek(date);
    return nth === undefined
      ? isOn
      : (date) => isOn(date) && Math.ceil(date.getUTCDate() / 7) === Number(nth);
  });

const daysIn = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
const isLastDay = (date: Date): boolean => date.getUTCDate() === daysIn(date);
const isInLastWeek = (date: Date): boolean => date.getUTCDate() > daysIn(date) - 7;
