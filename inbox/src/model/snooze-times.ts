export type SnoozeName = "hour" | "tomorrow" | "week";
export type SnoozeTime = { readonly name: SnoozeName; readonly until: Date };

const HOUR_MS = 3_600_000;
const MORNING = 9;

/**
 * The offered ends of a snooze: in an hour, tomorrow at 9:00 of the reader's zone, in a week at this time. Ends beyond
 * `maxHours` are left out.
 */
export function snoozeTimes(now: Date, maxHours: number): SnoozeTime[] {
  const times: SnoozeTime[] = [
    { name: "hour", until: new Date(now.getTime() + HOUR_MS) },
    { name: "tomorrow", until: tomorrowMorning(now) },
    { name: "week", until: new Date(now.getTime() + 7 * 24 * HOUR_MS) },
  ];
  return times.filter(({ until }) => until.getTime() - now.getTime() <= maxHours * HOUR_MS);
}

function tomorrowMorning(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING);
}
