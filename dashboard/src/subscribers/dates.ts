import { momentAt } from "../components/zones.ts";

/** A day of the calendar, `2026-11-22`, as the moments at which it begins and ends in a zone (default: the browser's). */
export function dayRange(day: string, zone?: string): { from: string; to: string } | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(midnight)) return undefined;
  const next = new Date(midnight + 36 * 3_600_000).toISOString().slice(0, 10);
  const [from, end] = [momentAt(`${day}T00:00`, zone), momentAt(`${next}T00:00`, zone)];
  return from && end && { from: from.toISOString(), to: new Date(end.getTime() - 1).toISOString() };
}
