import { formatOf } from "./time-format.ts";

/** Wall times, as the clocks of a zone show them (default: the browser's zone). */

const DAY_MS = 86_400_000;
const SECONDS = {
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
} as const;

/** What the clocks show at a moment, as if it were UTC, in milliseconds. */
export function wallMs(at: number, zone?: string): number {
  const parts = formatOf(zone, SECONDS).formatToParts(at);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** Days from one moment to another, by the calendar of the zone: a day may have 23 or 25 hours. */
export function daysBetween(from: Date, to: Date, zone?: string): number {
  const day = (at: Date) => Math.floor(wallMs(at.getTime(), zone) / DAY_MS);
  return day(to) - day(from);
}

/** `2026-11-22T10:08`, as fields for a date and a time want it. */
export const wallTime = (at: Date, zone?: string): string =>
  new Date(wallMs(at.getTime(), zone)).toISOString().slice(0, 16);

/**
 * The moment at which clocks show a time such as `2026-11-22T10:08`; undefined if the text is none. Of a time that they show
 * twice, the first; a time that they skip is as long after the change as it would have been without.
 */
export function momentAt(text: string, zone?: string): Date | undefined {
  const wanted = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) || Number.isNaN(wanted)) return undefined;
  const offsetAt = (at: number) => wallMs(at, zone) - at;
  const [before, after] = [wanted - offsetAt(wanted - DAY_MS), wanted - offsetAt(wanted + DAY_MS)];
  const found = [before, after].find((moment) => wallMs(moment, zone) === wanted);
  return new Date(found ?? before);
}
