import { expect, test } from "vitest";
import { dayRange } from "./dates.ts";

test.each([
  ["2026-11-22", "UTC", "2026-11-22T00:00:00.000Z", "2026-11-22T23:59:59.999Z"],
  ["2026-11-22", "Europe/Berlin", "2026-11-21T23:00:00.000Z", "2026-11-22T22:59:59.999Z"],
  ["2026-11-22", "America/Los_Angeles", "2026-11-22T08:00:00.000Z", "2026-11-23T07:59:59.999Z"],
  // Clocks change on these days: one has 23 hours, the other 25.
  ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
  ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
  ["2026-12-31", "Pacific/Auckland", "2026-12-30T11:00:00.000Z", "2026-12-31T10:59:59.999Z"],
])("the day %s in %s", (day, zone, from, to) => {
  expect(dayRange(day, zone)).toEqual({ from, to });
});

test("what is no day has no range", () => {
  expect(dayRange("yesterday", "UTC")).toBeUndefined();
  expect(dayRange("2026-13-45", "UTC")).toBeUndefined();
});
