import { expect, test } from "vitest";
import { type DaySchedule, isOpen, nextOpening, type Schedule, scheduleProblem } from "./weekly-schedule.ts";

const hours = (...ranges: [start: string, end: string][]): DaySchedule => ({
  isEnabled: true,
  hours: ranges.map(([start, end]) => ({ start, end })),
});
const week = (weeklySchedule: Schedule["weeklySchedule"] = {}): Schedule => ({
  isEnabled: true,
  weeklySchedule,
});
const office = week({ monday: hours(["09:00 AM", "12:00 PM"], ["1:00 PM", "5:00 PM"]) });
const night = week({ monday: hours(["11:00 PM", "02:00 AM"]) });
const opens = (schedule: Schedule, at: string, zone = "UTC") => isOpen(schedule, new Date(at), zone);
const opening = (schedule: Schedule, at: string, zone = "UTC") =>
  nextOpening(schedule, new Date(at), zone)?.toISOString();

test("isOpen: hours include both ends, to the last second", () => {
  expect(opens(office, "2024-01-01T08:59:59.999Z")).toBe(false);
  expect(opens(office, "2024-01-01T09:00:00Z")).toBe(true);
  expect(opens(office, "2024-01-01T12:00:59.999Z")).toBe(true);
  expect(opens(office, "2024-01-01T12:01:00Z")).toBe(false);
  expect(opens(office, "2024-01-01T17:00:00Z")).toBe(true);
});

test("isOpen: hours are in the subscriber's zone", () => {
  expect(opens(office, "2024-01-01T10:00:00Z", "America/New_York")).toBe(false);
  expect(opens(office, "2024-01-01T19:00:00Z", "America/New_York")).toBe(true);
});

test("isOpen: a day that is disabled, missing or without hours is closed", () => {
  const schedule = week({
    monday: { isEnabled: false, hours: [{ start: "12:00 AM", end: "11:59 PM" }] },
    tuesday: { isEnabled: true },
    wednesday: hours(),
  });
  for (const day of ["01", "02", "03", "04"]) expect(opens(schedule, `2024-01-${day}T12:00:00Z`)).toBe(false);
});

test("isOpen: hours that end before they start continue into the next day", () => {
  expect(opens(night, "2024-01-01T23:30:00Z")).toBe(true);
  expect(opens(night, "2024-01-02T02:00:00Z")).toBe(true);
  expect(opens(night, "2024-01-02T02:01:00Z")).toBe(false);
  expect(opens(night, "2024-01-01T01:00:00Z")).toBe(false);
  expect(opens(week({ sunday: hours(["11:00 PM", "02:00 AM"]) }), "2024-01-01T01:00:00Z")).toBe(true);
});

test("isOpen: a schedule that is disabled, or has no week, is always open", () => {
  expect(opens({ isEnabled: false, weeklySchedule: {} }, "2024-01-01T00:00:00Z")).toBe(true);
  expect(opens({ isEnabled: true }, "2024-01-01T00:00:00Z")).toBe(true);
});

test("nextOpening: now when it is open, else the next start", () => {
  expect(opening(office, "2024-01-01T10:10:10.100Z")).toBe("2024-01-01T10:10:10.100Z");
  expect(opening(office, "2024-01-01T08:10:10.100Z")).toBe("2024-01-01T09:00:00.000Z");
  expect(opening(office, "2024-01-01T12:30:00Z")).toBe("2024-01-01T13:00:00.000Z");
  expect(opening(office, "2024-01-01T18:00:00Z")).toBe("2024-01-08T09:00:00.000Z");
  expect(opening(night, "2024-01-02T03:00:00Z", "Europe/Berlin")).toBe("2024-01-08T22:00:00.000Z");
});

test("nextOpening: hours may be in any order", () => {
  const schedule = week({ monday: hours(["05:00 PM", "06:00 PM"], ["09:00 AM", "10:00 AM"]) });
  expect(opening(schedule, "2024-01-01T08:00:00Z")).toBe("2024-01-01T09:00:00.000Z");
});

test("nextOpening: hours that begin in a missing hour open after it", () => {
  const schedule = week({ sunday: hours(["02:30 AM", "05:00 AM"]) });
  expect(opening(schedule, "2025-03-30T00:00:00Z", "Europe/Berlin")).toBe("2025-03-30T01:00:00.000Z");
});

test("nextOpening: hours inside a missing hour open a week later", () => {
  const schedule = week({ sunday: hours(["02:10 AM", "02:50 AM"]) });
  expect(opening(schedule, "2025-03-30T00:00:00Z", "Europe/Berlin")).toBe("2025-04-06T00:10:00.000Z");
});

test("nextOpening: hours in a doubled hour open twice, also when they began the evening before", () => {
  const morning = week({ sunday: hours(["02:10 AM", "02:20 AM"]) });
  expect(opening(morning, "2025-10-26T00:30:00Z", "Europe/Berlin")).toBe("2025-10-26T01:10:00.000Z");
  const evening = week({ saturday: hours(["10:00 PM", "02:20 AM"]) });
  expect(opening(evening, "2025-10-26T00:30:00Z", "Europe/Berlin")).toBe("2025-10-26T01:00:00.000Z");
});

test("nextOpening: finds the night after a day of 23 hours", () => {
  const schedule = week({ monday: hours(["12:15 AM", "12:20 AM"]) });
  expect(opening(schedule, "2025-03-29T22:30:00Z", "Europe/Berlin")).toBe("2025-03-30T22:15:00.000Z");
});

test("nextOpening: undefined for a week without hours", () => {
  expect(opening(week({}), "2024-01-01T00:00:00Z")).toBeUndefined();
  expect(opening(week({ monday: hours(["25:00", "soon"]) }), "2024-01-01T00:00:00Z")).toBeUndefined();
});

test("scheduleProblem: none for a schedule as Novu's clients send it", () => {
  const friday = { isEnabled: true, hours: [{ start: "9:00 AM", end: "12:30 AM" }] };
  expect(scheduleProblem({ isEnabled: false })).toBeUndefined();
  expect(
    scheduleProblem({ isEnabled: true, weeklySchedule: { friday, sunday: { isEnabled: false } } }),
  ).toBeUndefined();
});

test.each<[unknown, string]>([
  [null, "The schedule must be an object"],
  [[], "The schedule must be an object"],
  [{ weeklySchedule: {} }, "isEnabled"],
  [{ isEnabled: true, weeklySchedule: [] }, "weeklySchedule must be an object"],
  [{ isEnabled: true, weeklySchedule: { someday: { isEnabled: true } } }, "and no other"],
  [{ isEnabled: true, weeklySchedule: { monday: {} } }, "weeklySchedule.monday must be an object"],
  [
    { isEnabled: true, weeklySchedule: { monday: { isEnabled: true, hours: {} } } },
    "weeklySchedule.monday must have",
  ],
  [week({ monday: hours(...Array<[string, string]>(49).fill(["1:00 AM", "2:00 AM"])) }), "at most 48"],
  [week({ monday: hours(["09:00", "17:00"]) }), "09:00 AM"],
  [week({ monday: hours(["13:00 PM", "02:00 PM"]) }), "09:00 AM"],
  [week({ monday: hours(["00:30 AM", "02:00 PM"]) }), "09:00 AM"],
  [week({ monday: hours(["9:5 AM", "02:00 PM"]) }), "09:00 AM"],
])("scheduleProblem: rejects %j", (value, sentence) => {
  expect(scheduleProblem(value)).toContain(sentence);
});
