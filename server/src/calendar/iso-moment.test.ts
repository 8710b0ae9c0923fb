import { expect, test } from "vitest";
import { isNoDay, isoMoment } from "./iso-moment.ts";

test.each([
  ["2026-02-28", "2026-02-28T00:00:00.000Z"],
  ["2024-02-29T09:30", "2024-02-29T09:30:00.000Z"],
  ["2026-02-28 09:30:15.123456789", "2026-02-28T09:30:15.123Z"],
  ["2026-02-28T09:30+0100", "2026-02-28T08:30:00.000Z"],
  ["2026-02-28T09:30:00-05:30", "2026-02-28T15:00:00.000Z"],
])("%s is %s", (text, iso) => {
  expect(isoMoment(text)?.toISOString()).toBe(iso);
});

test.each([
  "2026-02-29",
  "2026-02-31T09:00:00Z",
  "2026-04-31",
  "2026-13-01",
  "2026-01-00",
  "2026-01-01T25:00",
  "2026-01-01T23:59:60Z",
  "2026-01-01T00:00+99:99",
  "yesterday",
  "step 1",
  "1767312000000",
  "",
])("%j is no moment", (text) => {
  expect(isoMoment(text)).toBeUndefined();
});

test("isNoDay: true for any text that begins with a date that does not exist", () => {
  expect(["2026-02-30", "2026-06-31T10:00:00Z later"].map(isNoDay)).toEqual([true, true]);
  expect(["2026-02-28", "2026-02-300", "30 February", ""].map(isNoDay)).toEqual([false, false, false, false]);
});
