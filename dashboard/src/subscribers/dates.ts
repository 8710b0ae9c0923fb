/** A day of the calendar, `2026-11-22`, as the moments at which it begins and ends in a zone (default: the browser's). */
export function dayRange(day: string, zone?: string): { from: string; to: string } | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(midnight)) return undefined;
  const next = new Date(midnight + 36 * 3_600_000).toISOString().slice(0, 10);
  const [from, end] = [startOf(day, zone), startOf(next, zone)];
  return { from: new Date(from).toISOString(), to: new Date(end - 1).toISOString() };
}

/** Midnight of the day: guessed by the zone's distance to UTC, once more for days on which that changes. */
function startOf(day: string, zone: string | undefined): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = midnight - offsetAt(midnight, zone);
  return midnight - offsetAt(guess, zone);
}

/** By how much the zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    ...(zone ? { timeZone: zone } : {}),
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(moment);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - moment;
}
