import { expect, test } from "vitest";
import { createBulkheads } from "./bulkheads.ts";

const now = new Date("2026-01-01T00:00:00Z");
const slow = { name: "slow", size: 2 };
const other = { name: "other", size: 2 };

test("bulkheads: a full room refuses callers; other rooms still accept them", () => {
  const bulkheads = createBulkheads();
  expect([slow, slow].map((room) => bulkheads.enter([room], now))).toEqual([undefined, undefined]);
  expect(bulkheads.enter([slow], now)).toBeInstanceOf(Date);
  expect(bulkheads.enter([other], now)).toBeUndefined();
  bulkheads.leave([slow], 100);
  expect(bulkheads.enter([slow], now)).toBeUndefined();
});

test("bulkheads: if one of several rooms is full, the caller enters none", () => {
  const bulkheads = createBulkheads();
  bulkheads.enter([slow], now);
  bulkheads.enter([slow], now);
  for (let index = 0; index < 5; index += 1) bulkheads.enter([other, slow], now);
  expect([other, other].map((room) => bulkheads.enter([room], now))).toEqual([undefined, undefined]);
});

test("bulkheads: refused callers get places at the rate at which calls end, within 30 s", () => {
  const bulkheads = createBulkheads();
  bulkheads.enter([slow], now);
  for (let index = 0; index < 60; index += 1) {
    bulkheads.enter([slow], now);
    bulkheads.leave([slow], 1_000);
  }
  bulkheads.enter([slow], now);
  const places = Array.from(
    { length: 200 },
    () => (bulkheads.enter([slow], now)?.getTime() ?? 0) - now.getTime(),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect((places[21] as number) - (places[1] as number)).toBeGreaterThan(9_000);
  expect(places.at(-1)).toBe(30_000);
});
