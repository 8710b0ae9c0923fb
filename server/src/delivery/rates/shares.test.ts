import { expect, test } from "vitest";
import { askOf } from "./rate-limits.ts";
import { enterShare, freePlaces, newShare } from "./shares.ts";

const GRANT = {
  integrationId: "i",
  granted: 0,
  startInMs: 0,
  held: 0,
  day: "2026-01-31",
  reason: null,
  waitInMs: 0,
  waiting: 0,
  waitsFor: null,
  waitsForMs: null,
};

/** Free places at this time, after a question at 0 ms that was granted in part. Calls take 100 ms. */
function freeAt(nowMs: number, rates: object, granted: Partial<typeof GRANT>): number {
  const share = newShare("e", "i");
  const ask = askOf({ integrationId: "i", rates, asked: 500, isFrozen: false }, share);
  enterShare(share, { ask, grant: { ...GRANT, ...granted }, askedAtMs: 0 });
  return freePlaces(share, nowMs);
}

test("free places of concurrent calls: those that messages may wait for, when half of them are free", () => {
  const two = { concurrency: 2 };
  expect(freeAt(0, two, { held: 2, granted: 40 })).toBe(0);
  expect(freeAt(0, two, { held: 2, granted: 21 })).toBe(0);
  expect(freeAt(0, two, { held: 2, granted: 20 })).toBe(20);
  expect(freeAt(0, two, { held: 0, granted: 0 })).toBe(0);
});

test("free places of a rate a second: none while messages come at their moments; half of the horizon later", () => {
  const rate = { perSecond: 20 };
  expect(freeAt(0, rate, { granted: 41 })).toBe(0);
  expect(freeAt(1_000, rate, { granted: 41 })).toBe(0);
  expect(freeAt(2_050, rate, { granted: 41 })).toBe(21);
});

test("free places of both rates: what both have", () => {
  const both = { perSecond: 100, concurrency: 2 };
  expect(freeAt(100, both, { held: 2, granted: 10 })).toBe(30);
  expect(freeAt(0, both, { held: 2, granted: 10, startInMs: 900 })).toBe(0);
});
