import type { Schedule } from "@tidings/contract";

export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Day = (typeof DAYS)[number];

/** A part of a day in hours since midnight, 0 to 24. */
export type Span = { readonly from: number; readonly to: number };

/** `09:30 PM` or `21:30` in hours; undefined for other texts. */
export function hourOf(text: string): number | undefined {
  const [, hour, minute, half] = text.trim().match(/^(\d{1,2}):(\d{2})\s*(AM|PM)?$/i) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const isAfternoon = half?.toUpperCase() === "PM";
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  return hours + Number(minute) / 60;
}

/** When messages may arrive on each day. Hours that end before they start go on to the next day. */
export function openSpans({ weeklySchedule }: Schedule): Record<Day, Span[]> {
  const spans = Object.fromEntries(DAYS.map((day) => [day, [] as Span[]])) as Record<Day, Span[]>;
  for (const [at, day] of DAYS.entries()) {
    const { isEnabled, hours = [] } = weeklySchedule?.[day] ?? { isEnabled: false };
    if (!isEnabled) continue;
    for (const { start, end } of hours) {
      const [from, to] = [hourOf(start), hourOf(end)];
      if (from === undefined || to === undefined) continue;
      if (to >= from) spans[day].push({ from, to });
      else {
        spans[day].push({ from, to: 24 });
        const next = DAYS[(at + 1) % DAYS.length] as Day;
        if (to > 0) spans[next].push({ from: 0, to });
      }
    }
  }
  for (const day of DAYS) spans[day].sort((one, other) => one.from - other.from);
  return spans;
}

/** `21.5` as `21:30`. */
export const clockOf = (hour: number): string =>
  [Math.floor(hour), Math.round((hour % 1) * 60)].map((part) => String(part).padStart(2, "0")).join(":");
