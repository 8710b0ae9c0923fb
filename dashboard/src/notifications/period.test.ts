import { expect, test } from "vitest";
import { fieldOf, momentOf, periodOf, rangeOf, searchOfPeriod } from "./period.ts";

const present = new Date("2026-11-23T10:00:00Z");

test("a counted period begins before the present of the environment", () => {
  expect(rangeOf({ period: "24h" }, present)).toEqual({ after: "2026-11-22T10:00:00.000Z" });
  expect(rangeOf({ period: "7d" }, present)).toEqual({ after: "2026-11-16T10:00:00.000Z" });
  expect(rangeOf({ period: "toString" }, present)).toEqual({});
  expect(rangeOf({}, present)).toEqual({});
});

test("a range of one's own goes before a counted period", () => {
  const filters = { period: "24h", to: "2026-11-01T00:00:00Z" };
  expect([periodOf(filters), rangeOf(filters, present)]).toEqual(["own", { before: filters.to }]);
});

test("each period is chosen by its own parameters", () => {
  const periods = ["24h", "7d", "all", "own"] as const;
  expect(periods.map((one) => periodOf(searchOfPeriod(one, present)))).toEqual([...periods]);
});

test("the browser's field has the moment in UTC or in the reader's zone, and gives it back", () => {
  const moment = "2026-11-22T10:08:00.000Z";
  expect(fieldOf(moment, true)).toBe("2026-11-22T10:08");
  for (const isUtc of [true, false]) expect(momentOf(fieldOf(moment, isUtc), isUtc)).toBe(moment);
  expect([fieldOf("soon", true), fieldOf(undefined, false), momentOf("", true)]).toEqual(["", "", ""]);
});
