import { lastDayOf } from "./month-days.ts";

const ISO_8601 = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Reads an ISO 8601 date, or a date with a time (`2026-02-28`, `2026-02-28T09:30:00+01:00`). Without an offset it is
 * UTC, whatever the zone of the server.
 * @returns undefined for any other text, and for a day that does not exist.
 */
export function isoMoment(text: string): Date | undefined {
  const [, year, month, day, time = "00:00", zone = "Z"] = ISO_8601.exec(text) ?? [];
  if (year === undefined || isNoDay(text)) return undefined;
  const moment = new Date(`${year}-${month}-${day}T${time}${zone}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

const LATEST_MS = Date.parse("9000-01-01T00:00:00Z");

/** From 1970 to 8999: PostgreSQL, JavaScript and a four-digit year can represent the moment, and schedules after it. */
export function isUsableMoment(ms: number): boolean {
  return ms >= 0 && ms <= LATEST_MS;
}

/** Whether a text begins with an ISO date whose day does not exist: JavaScript reads 31 February as 3 March. */
export function isNoDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text) ?? [];
  return year !== undefined && Number(day) > lastDayOf({ year: Number(year), month: Number(month) });
}
