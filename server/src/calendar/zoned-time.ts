import { WEEKDAYS, type Weekday } from "@tidings/contract";

/** Calendar and clock of a place, without saying which moment it was. Fields may overflow: month 14, day 0, hour 30. */
export type LocalTime = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};
export type ZonedParts = LocalTime & { weekday: Weekday };
/** A moment at which the clocks of a zone are put forward or back; offsets are milliseconds ahead of UTC. */
export type ClockChange = { atMs: number; offsetBeforeMs: number; offsetAfterMs: number };

type ZoneClock = { zone: string; format: (at: Date | number) => string };

const HOUR_MS = 3_600_000;
/** No zone is further from UTC than 14 hours; this far from a local time only its own clock change lies between. */
const REACH_MS = 16 * HOUR_MS;
/** A formatter weighs about 25 kB (418 of them 10.7 MB); names differ in letter case, so they are not a closed list. */
const CLOCKS_MAX = 1_000;
const ZONE_LENGTH_MAX = 64;
const clocks = new Map<string, ZoneClock>();

function clockOf(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone, hourCycle: "h23", calendar: "gregory", numberingSystem: "latn" },
    ...{ year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  if (clocks.size >= CLOCKS_MAX) clocks.clear();
  const clock = { zone: formatter.resolvedOptions().timeZone, format: formatter.format };
  clocks.set(zone, clock);
  return clock;
}

function knownZone(text: string): string | undefined {
  // Newer Nodes take "+05:30" for a zone and older ones do not; a subscriber's hours must not depend on that.
  if (text.length > ZONE_LENGTH_MAX || /^[+-]/.test(text)) return undefined;
  try {
    return clockOf(text).zone;
  } catch {
    return undefined;
  }
}

export function isZone(text: string): boolean {
  return knownZone(text) !== undefined;
}

/** The zone under its one name ("us/pacific" is America/Los_Angeles), UTC for what is no zone. */
export function zoneOrUtc(text: string | null | undefined): string {
  return (text && knownZone(text)) || "UTC";
}

export function zonedParts(at: Date, zone: string): ZonedParts {
  const local = localTimeAt(at, zone);
  return { ...local, weekday: weekdayOf(local) };
}

/** One `format` and a cut is 5.7 µs, `formatToParts` 8.4 µs. */
function localTimeAt(at: Date | number, zone: string): LocalTime {
  const fields = clockOf(zone).format(at).match(/\d+/g) ?? [];
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = fields.map(Number);
  return { year, month, day, hour, minute, second };
}

export function weekdayOf({ year, month, day }: Pick<LocalTime, "year" | "month" | "day">): Weekday {
  return WEEKDAYS[(new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7] as Weekday;
}

/** The local time as if it were UTC: a number that can be counted with. */
export function localMs({ year, month, day, hour, minute, second }: LocalTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function offsetMs(atMs: number, zone: string): number {
  return localMs(localTimeAt(atMs, zone)) - Math.floor(atMs / 1000) * 1000;
}

/** None for a time the clocks leap over, two for one they show twice, earliest first. */
export function momentsOf(local: LocalTime, zone: string): Date[] {
  const asUtcMs = localMs(local);
  const offsets = new Set([offsetMs(asUtcMs - REACH_MS, zone), offsetMs(asUtcMs + REACH_MS, zone)]);
  return [...offsets]
    .filter((offset) => offsetMs(asUtcMs - offset, zone) === offset)
    .map((offset) => new Date(asUtcMs - offset));
}

/** The first moment that shows this local time. One that is leapt over moves forward by the leap: 02:30 is 03:30. */
export function momentOf(local: LocalTime, zone: string): Date {
  const [first] = momentsOf(local, zone);
  if (first) return first;
  const asUtcMs = localMs(local);
  return new Date(asUtcMs - offsetMs(asUtcMs - REACH_MS, zone));
}

/** The clock change after `fromMs` and up to `toMs`, which lie too close for two. */
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
