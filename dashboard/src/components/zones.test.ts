import { expect, test } from "vitest";
import { daysBetween, momentAt, wallTime } from "./zones.ts";

const BERLIN = "Europe/Berlin";

test.each([
  ["2026-11-22T11:08", BERLIN, "2026-11-22T10:08:00.000Z"],
  ["2026-11-22T11:08", "America/Los_Angeles", "2026-11-22T19:08:00.000Z"],
  ["2026-11-22T11:08", "Asia/Kathmandu", "2026-11-22T05:23:00.000Z"],
  ["2026-11-22T11:08", "UTC", "2026-11-22T11:08:00.000Z"],
  // The hour that is skipped, and the one that is shown twice.
  ["2026-03-29T02:30", BERLIN, "2026-03-29T01:30:00.000Z"],
  ["2026-10-25T02:30", BERLIN, "2026-10-25T00:30:00.000Z"],
  ["2026-10-25T03:30", BERLIN, "2026-10-25T02:30:00.000Z"],
])("clocks that show %s in %s", (text, zone, moment) => {
  expect(momentAt(text, zone)?.toISOString()).toBe(moment);
});

test("a shown moment is found again", () => {
  for (const at of ["2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z", "2026-10-25T00:10:00Z"]) {
    const moment = new Date(at);
    expect(momentAt(wallTime(moment, BERLIN), BERLIN)).toEqual(moment);
  }
  expect([momentAt("soon"), momentAt("2026-13-01T00:00"), momentAt("")]).toEqual(Array(3).fill(undefined));
});

test("days are counted by the calendar, also when one has 23 hours", () => {
  const [saturday, monday] = [new Date("2026-03-28T22:45:00Z"), new Date("2026-03-29T22:15:00Z")];
  expect([daysBetween(saturday, monday, BERLIN), daysBetween(saturday, monday, "UTC")]).toEqual([2, 1]);
});
