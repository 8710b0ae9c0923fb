import { expect, test } from "vitest";
import { wholeMinutes } from "./minute-spans.ts";

const cover = (from: string, to: string) =>
  wholeMinutes({ from: Date.parse(from), to: Date.parse(to) })?.spans.map(
    (span) => `${span.level}: ${span.from} ${span.to}`,
  );

test("a range of time: is covered by minutes, hours and days, and by minutes again", () => {
  expect(cover("2026-01-30T22:58:30Z", "2026-02-02T01:02:59Z")).toEqual([
    "12: 202601302259 202601302300",
    "10: 2026013023 2026013100",
    "8: 20260131 20260202",
    "10: 2026020200 2026020201",
    "12: 202602020100 202602020102",
  ]);
});

test("a range without a whole day, hour or minute: is covered by what it has", () => {
  expect(cover("2026-01-30T23:00:00Z", "2026-01-31T01:00:00Z")).toEqual(["10: 2026013023 2026013101"]);
  expect(cover("2026-01-30T22:30:00Z", "2026-01-30T22:32:00Z")).toEqual(["12: 202601302230 202601302232"]);
  expect(cover("2026-01-30T22:30:01Z", "2026-01-30T22:31:59Z")).toBeUndefined();
});

test("a range without an end: has all days of the years with four digits", () => {
  const whole = wholeMinutes({ from: Date.parse("2026-01-30T00:00:00Z"), to: Number.POSITIVE_INFINITY });
  expect(whole?.spans).toEqual([{ level: 8, from: "20260130", to: "99990101" }]);
  expect(wholeMinutes({ from: Date.UTC(20_000, 0), to: Number.POSITIVE_INFINITY })).toBeUndefined();
});
