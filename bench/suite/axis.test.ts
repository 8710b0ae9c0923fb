import { expect, test } from "vitest";
import { placeAlong, placeOn, ticksTo } from "./axis.ts";

test("ticks are round numbers from 0 to the most", () => {
  expect(ticksTo(3_261)).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
  expect(ticksTo(0.37)).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  expect(ticksTo(20)).toEqual([0, 5, 10, 15, 20]);
  expect(ticksTo(0)).toEqual([0, 1]);
  expect(ticksTo(Number.POSITIVE_INFINITY)).toEqual([0, 1]);
});

test("a value has its place between 0 and the last tick", () => {
  const place = placeOn([0, 10, 20], 200);
  expect([0, 5, 20, 30].map(place)).toEqual([0, 50, 200, 200]);
});

test("sizes that grow by powers of ten have equal distances, minutes too", () => {
  expect([10_000, 100_000, 1_000_000].map(placeAlong([10_000, 1_000_000], 100))).toEqual([0, 50, 100]);
  expect([1, 2, 3].map(placeAlong([1, 3], 100))).toEqual([0, 50, 100]);
  expect([7].map(placeAlong([7], 100))).toEqual([0]);
});
