import type { Schedule } from "@tidings/contract";
import { clockOf, DAYS, type Day, hourOf } from "./schedule-hours.ts";

/** Hours as they are edited: `09:00`, `21:30`; empty while they are typed. */
export type DraftHours = { readonly start: string; readonly end: string };
export type DraftDay = { readonly isEnabled: boolean; readonly hours: readonly DraftHours[] };
export type ScheduleDraft = { readonly isEnabled: boolean; readonly days: Readonly<Record<Day, DraftDay>> };

/** What a day begins with when it is switched on. */
export const NEW_HOURS: DraftHours = { start: "08:00", end: "22:00" };

/** The schedule as it is edited. One that was never set begins with all days open by day. */
export function draftOf(schedule: Schedule | undefined): ScheduleDraft {
  const week = schedule?.weeklySchedule;
  const days = DAYS.map((day): [Day, DraftDay] => {
    const { isEnabled, hours = [] } = week?.[day] ?? { isEnabled: week === undefined };
    const shown = hours.map(({ start, end }) => ({ start: inputTime(start), end: inputTime(end) }));
    return [day, { isEnabled, hours: week === undefined ? [NEW_HOURS] : shown }];
  });
  return { isEnabled: schedule?.isEnabled ?? false, days: Object.fromEntries(days) as Record<Day, DraftDay> };
}

/** The schedule to store; without hours that are not typed yet. */
export function scheduleOf({ isEnabled, days }: ScheduleDraft): Schedule {
  const week = DAYS.map((day) => {
    const { isEnabled: isOn, hours } = days[day];
    const typed = hours.filter(isTyped);
    const stored = typed.map(({ start, end }) => ({ start: storedTime(start), end: storedTime(end) }));
    return [day, { isEnabled: isOn, hours: stored }];
  });
  return { isEnabled, weeklySchedule: Object.fromEntries(week) };
}

const isTyped = ({ start, end }: DraftHours): boolean => start !== "" && end !== "";

/** Whether every time that counts is typed. */
export const isComplete = ({ isEnabled, days }: ScheduleDraft): boolean =>
  !isEnabled || DAYS.every((day) => !days[day].isEnabled || days[day].hours.every(isTyped));

/** Whether messages may arrive at any time of the week. */
export const isEverOpen = ({ days }: ScheduleDraft): boolean =>
  DAYS.some((day) => days[day].isEnabled && days[day].hours.length > 0);

/** `09:30 PM` as `21:30`, for the browser's field of times. */
function inputTime(text: string): string {
  const hour = hourOf(text);
  return hour === undefined ? "" : clockOf(hour);
}

/** `21:30` as `09:30 PM`, as the service stores it. */
function storedTime(text: string): string {
  const [hour = 0, minute = 0] = text.split(":").map(Number);
  const [shown, half] = [hour % 12 === 0 ? 12 : hour % 12, hour < 12 ? "AM" : "PM"];
  return `${[shown, minute].map((part) => String(part).padStart(2, "0")).join(":")} ${half}`;
}
