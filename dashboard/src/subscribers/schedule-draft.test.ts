import { expect, test } from "vitest";
import { scheduleProblem } from "../../../server/src/calendar/weekly-schedule.ts";
import { draftOf, isComplete, isEverOpen, scheduleOf } from "./schedule-draft.ts";
import { DAYS } from "./schedule-hours.ts";

const MINUTES = Array.from({ length: 1_440 }, (_, minute) => minute);
const clock = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

test("every time of a day is stored as the service reads it, and shown again", () => {
  const hours = MINUTES.map((minute) => ({ start: clock(minute), end: clock((minute + 90) % 1_440) }));
  const empty = draftOf(undefined);
  for (let at = 0; at < hours.length; at += 48) {
    const monday = { isEnabled: true, hours: hours.slice(at, at + 48) };
    const draft = { isEnabled: true, days: { ...empty.days, monday } };
    const stored = scheduleOf(draft);
    expect(scheduleProblem(stored)).toBeUndefined();
    expect(draftOf(stored)).toEqual(draft);
  }
});

test("midnight and noon", () => {
  const monday = { isEnabled: true, hours: [{ start: "00:00", end: "12:00" }] };
  const stored = scheduleOf({ isEnabled: true, days: { ...draftOf(undefined).days, monday } });
  expect(stored.weeklySchedule?.monday?.hours).toEqual([{ start: "12:00 AM", end: "12:00 PM" }]);
});

test("a stored schedule that is not changed is stored as it was", () => {
  const closed = { isEnabled: false, hours: [] };
  const days = Object.fromEntries(DAYS.map((day) => [day, closed]));
  const tuesday = { isEnabled: false, hours: [{ start: "09:00 AM", end: "05:30 PM" }] };
  const stored = { isEnabled: false, weeklySchedule: { ...days, tuesday } };
  expect(scheduleOf(draftOf(stored))).toEqual(stored);
});

test("says when it is not complete, and when nothing is open", () => {
  const draft = { ...draftOf(undefined), isEnabled: true };
  expect([isComplete(draft), isEverOpen(draft)]).toEqual([true, true]);
  const monday = { isEnabled: true, hours: [{ start: "", end: "12:00" }] };
  expect(isComplete({ ...draft, days: { ...draft.days, monday } })).toBe(false);
  expect(isEverOpen(draftOf({ isEnabled: true, weeklySchedule: {} }))).toBe(false);
});
