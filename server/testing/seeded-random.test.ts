import { expect, test } from "vitest";
import { seededInts } from "./seeded-random.ts";

const numbers = (seed: number, count = 1_000) => {
  const next = seededInts(seed);
  return Array.from({ length: count }, () => next(6));
};

test("seeded numbers: the same for a seed, others for another, and all of the range", () => {
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(9));
  expect([...new Set(numbers(0))].sort()).toEqual([0, 1, 2, 3, 4, 5]);
});
