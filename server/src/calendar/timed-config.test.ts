import { expect, test } from "vitest";
import { nextTimed, type TimedSetup, timedProblem } from "./timed-config.ts";

const next = (setup: TimedSetup, after: string, zone = "UTC") =>
  nextTimed(setup, new Date(after), zone)?.toISOString();
const monthly = (timed: TimedSetup["timed"], amount = 1): TimedSetup => ({
  amount,
  unit: "months",
  timed: { atTime: "12:00", ...timed },
});
const on = (ordinal: "1" | "2" | "5" | "last", ordinalValue: "day" | "weekday" | "weekend" | "monday") =>
  monthly({ monthlyType: "on", ordinal, ordinalValue });

test("nextTimed: seconds, minutes and hours are durations", () => {
  expect(next({ amount: 7, unit: "minutes" }, "2023-05-04T12:00:00.500Z")).toBe("2023-05-04T12:07:00.500Z");
  expect(next({ amount: 10, unit: "hours", timed: { atTime: "09:00" } }, "2023-05-04T12:00:00Z")).toBe(
    "2023-05-04T22:00:00.000Z",
  );
});

test("nextTimed: every N days is today if the time is still ahead, else N days later", () => {
  const setup: TimedSetup = { amount: 4, unit: "days", timed: { atTime: "09:00" } };
  expect(next(setup, "2023-05-04T08:59:59Z")).toBe("2023-05-04T09:00:00.000Z");
  expect(next(setup, "2023-05-04T09:00:00Z")).toBe("2023-05-08T09:00:00.000Z");
  expect(next({ unit: "days" }, "2023-05-04T09:15:30.250Z")).toBe("2023-05-05T09:15:30.000Z");
  expect(next({ ...setup, amount: 1 }, "2023-05-04T12:00:00Z", "America/New_York")).toBe(
    "2023-05-04T13:00:00.000Z",
  );
});

test("nextTimed: every N days may be limited to week days", () => {
  const setup: TimedSetup = { unit: "days", timed: { atTime: "09:00", weekDays: ["monday", "friday"] } };
  expect(next(setup, "2023-05-05T10:00:00Z")).toBe("2023-05-08T09:00:00.000Z");
  expect(next({ ...setup, amount: 7 }, "2023-05-04T10:00:00Z")).toBeUndefined();
});

test("nextTimed: every N weeks is the rest of this week (from Monday), else the week N weeks later", () => {
  const setup: TimedSetup = {
    amount: 2,
    unit: "weeks",
    timed: { atTime: "09:00", weekDays: ["wednesday", "monday"] },
  };
  expect(next(setup, "2023-05-01T00:00:00Z")).toBe("2023-05-01T09:00:00.000Z");
  expect(next(setup, "2023-05-02T00:00:00Z")).toBe("2023-05-03T09:00:00.000Z");
  expect(next(setup, "2023-05-03T09:00:00Z")).toBe("2023-05-15T09:00:00.000Z");
  expect(next(setup, "2023-05-07T23:59:00Z")).toBe("2023-05-15T09:00:00.000Z");
});

test("nextTimed: every N weeks without week days keeps the weekday", () => {
  const setup: TimedSetup = { amount: 2, unit: "weeks", timed: { atTime: "09:00", weekDays: [] } };
  expect(next(setup, "2023-05-04T00:00:00Z")).toBe("2023-05-04T09:00:00.000Z");
  expect(next(setup, "2023-05-04T10:00:00Z")).toBe("2023-05-18T09:00:00.000Z");
});

test("nextTimed: month days may be texts or numbers", () => {
  expect(next(monthly({ monthDays: ["15", "1"] }, 3), "2023-05-03T00:00:00Z")).toBe(
    "2023-05-15T12:00:00.000Z",
  );
  expect(next(monthly({ monthDays: [1, 15] }, 3), "2023-05-15T12:00:00Z")).toBe("2023-08-01T12:00:00.000Z");
  expect(next(monthly({ weekDays: ["friday"] }), "2023-05-27T00:00:00Z")).toBe("2023-06-02T12:00:00.000Z");
  expect(next(monthly({}, 3), "2023-05-03T13:00:00Z")).toBe("2023-08-03T12:00:00.000Z");
});

test("nextTimed: a day that a short month does not have is its last day", () => {
  expect(next(monthly({ monthDays: [31] }), "2023-01-31T12:00:00Z")).toBe("2023-02-28T12:00:00.000Z");
  expect(next(monthly({ monthDays: [29, 30, 31] }), "2024-02-01T00:00:00Z")).toBe("2024-02-29T12:00:00.000Z");
  expect(next(monthly({ monthDays: [30, 31] }), "2023-02-28T12:00:00Z")).toBe("2023-03-30T12:00:00.000Z");
  expect(next(monthly({}), "2023-01-31T13:00:00Z")).toBe("2023-02-28T12:00:00.000Z");
});

test("nextTimed: a day of the month can be given by its ordinal", () => {
  expect(next(on("2", "day"), "2023-05-04T12:00:00Z")).toBe("2023-06-02T12:00:00.000Z");
  expect(next(on("last", "day"), "2024-02-01T12:00:00Z")).toBe("2024-02-29T12:00:00.000Z");
  expect(next(on("1", "weekday"), "2023-07-01T12:00:00Z")).toBe("2023-07-03T12:00:00.000Z");
  expect(next(on("last", "weekday"), "2023-07-01T12:00:00Z")).toBe("2023-07-31T12:00:00.000Z");
  expect(next(on("2", "weekend"), "2023-06-01T12:00:00Z")).toBe("2023-06-04T12:00:00.000Z");
  expect(next(on("last", "monday"), "2023-06-01T12:00:00Z")).toBe("2023-06-26T12:00:00.000Z");
});

test("nextTimed: a month without a fifth Monday is skipped", () => {
  expect(next(on("5", "monday"), "2023-05-29T12:00:00Z")).toBe("2023-07-31T12:00:00.000Z");
});

test("nextTimed: a time in a missing hour moves forward, and runs once in a doubled hour", () => {
  const setup: TimedSetup = { unit: "days", timed: { atTime: "02:30" } };
  expect(next(setup, "2025-03-29T12:00:00Z", "Europe/Berlin")).toBe("2025-03-30T01:30:00.000Z");
  expect(next(setup, "2025-10-25T12:00:00Z", "Europe/Berlin")).toBe("2025-10-26T00:30:00.000Z");
  expect(next(setup, "2025-10-26T01:00:00Z", "Europe/Berlin")).toBe("2025-10-27T01:30:00.000Z");
});

test("nextTimed: a cron expression overrides everything else", () => {
  expect(next({ timed: { cronExpression: "0 9 * * 1", atTime: "11:00" } }, "2023-05-04T12:00:00Z")).toBe(
    "2023-05-08T09:00:00.000Z",
  );
});

test.each<[string, TimedSetup]>([
  ["amount", { amount: 0, unit: "days" }],
  ["amount", { amount: 1.5, unit: "days" }],
  ["amount", { amount: Number.NaN, unit: "days" }],
  ["unit", { amount: 1 }],
  ["unit", { unit: "toString" as "days" }],
  ["time", { unit: "days", timed: { atTime: "9 o'clock" } }],
  ["time", { unit: "days", timed: { atTime: "24:00" } }],
  ["week days", { unit: "weeks", timed: { weekDays: ["someday" as "monday"] } }],
  ["month days", monthly({ monthDays: ["0"] })],
  ["month days", monthly({ monthDays: ["1st"] })],
  ["ordinal", monthly({ monthlyType: "on", ordinal: "1" })],
  ["ordinal", monthly({ monthlyType: "on", ordinal: "6" as "5", ordinalValue: "day" })],
  ["cron", { timed: { cronExpression: "whenever" } }],
])("timedProblem: names the %s, and nextTimed is undefined: %j", (what, setup) => {
  expect(timedProblem(setup)).toContain(what);
  expect(next(setup, "2023-05-04T12:00:00Z")).toBeUndefined();
});

test("nextTimed: undefined when the moment is more than five years ahead", () => {
  for (const unit of ["seconds", "hours", "days", "weeks", "months"] as const) {
    expect(next({ amount: 1e9, unit, timed: { atTime: "09:00" } }, "2023-05-04T12:00:00Z")).toBeUndefined();
    expect(next({ amount: Number.MAX_VALUE, unit }, "2023-05-04T12:00:00Z")).toBeUndefined();
  }
});
