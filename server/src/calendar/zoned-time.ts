import { WEEKDAYS, type Weekday } from "@tidings/contract";
import type { LocalType } from "./zones/posix-rule.ts";
import { typeAt } from "./zones/tzif.ts";
import { findZone } from "./zones/zones.ts";

/** A local date and time without a zone. Fields may overflow: month 14, day 0, hour 30. */
export type LocalTime = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};
export type ZonedParts = LocalTime & { weekday: Weekday };
/** A moment at which a zone's clocks change; offsets are milliseconds ahead of UTC. */
export type ClockChange = { atMs: number; offsetBeforeMs: number; offsetAfterMs: number };

const HOUR_MS = 3_600_000;
/** No zone is more than 14 hours from UTC; within 16 hours of a local time there is at most one clock change. */
const REACH_MS = 16 * HOUR_MS;

/** Whether tzdata has a zone of this name. Offsets such as "+05:30" are no names. */
export function isZone(text: string): boolean {
  return findZone(text) !== undefined;
}

/**
 * The rule for every zone that a subscriber or a template names: the name as tzdata spells it ("us/pacific" is
 * US/Pacific); the environment's default zone for none, and for a text that is no zone. UTC if the zone data do not have
 * the default zone either, because it was set with newer ones.
 */
export function zoneOrDefault(text: string | null | undefined, defaultZone: string): string {
  return ((text && findZone(text)) || findZone(defaultZone))?.name ?? "UTC";
}

export function zonedParts(at: Date, zone: string): ZonedParts {
  const local = localTimeAt(at, zone);
  return { ...local, weekday: weekdayOf(local) };
}

function localTimeAt(at: Date | number, zone: string): LocalTime {
  const atMs = Number(at);
  const shown = new Date(atMs + offsetMs(atMs, zone));
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  };
}

export function weekdayOf({ year, month, day }: Pick<LocalTime, "year" | "month" | "day">): Weekday {
  return WEEKDAYS[(new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7] as Weekday;
}

/** The local time as if it were UTC, as a number. */
export function localMs({ year, month, day, hour, minute, second }: LocalTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** How far the zone is ahead of UTC. */
export function offsetMs(atMs: number, zone: string): number {
  return clockAt(atMs, zone).offsetMs;
}

/** What the clocks of the zone show: their distance from UTC and its abbreviation, such as CET. */
export function clockAt(atMs: number, zone: string): LocalType {
  const found = findZone(zone);
  if (!found) throw new Error(`there is no time zone ${zone.slice(0, 64)}`);
  return typeAt(found.rules, Math.floor(atMs / 1000));
}

/** No moment for a skipped local time, two for a repeated one, earliest first. */
export function momentsOf(local: LocalTime, zone: string): Date[] {
  const asUtcMs = localMs(local);
  const offsets = new Set([offsetMs(asUtcMs - REACH_MS, zone), offsetMs(asUtcMs + REACH_MS, zone)]);
  return [...offsets]
    .filter((offset) => offsetMs(asUtcMs - offset, zone) === offset)
    .map((offset) => new Date(asUtcMs - offset));
}

/** The first moment that shows this local time. A skipped time moves forward by the gap: 02:30 becomes 03:30. */
export function momentOf(local: LocalTime, zone: string): Date {
  const [first] = momentsOf(local, zone);
  if (first) return first;
  const asUtcMs = localMs(local);
  return new Date(asUtcMs - offsetMs(asUtcMs - REACH_MS, zone));
}

/** The clock change after `fromMs` and up to `toMs`, which are too close for two changes. */
export function clockChangeIn(fromMs: number, toMs: number, zone: string): ClockChange | undefined {
  const [offsetBeforeMs, offsetAfterMs] = [offsetMs(fromMs, zone), offsetMs(toMs, zone)];
  if (offsetBeforeMs === offsetAfterMs) return undefined;
  let [before, atMs] = [Math.floor(fromMs / 1000), Math.floor(toMs / 1000)];
  while (atMs - before > 1) {
    const middle = Math.floor((before + atMs) / 2);
    if (offsetMs(middle * 1000, zone) === offsetBeforeMs) before = middle;
    else atMs = middle;
  }
  return { atMs: atMs * 1000, offsetBeforeMs, offsetAfterMs };
}
