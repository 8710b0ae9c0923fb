import { expect, test } from "vitest";
import { LATENCY_CLASSES, latencyAt, latencyClass } from "./latency-classes.ts";

function counted(...latencies: number[]): number[] {
  const counts = Array(LATENCY_CLASSES).fill(0);
  for (const tookMs of latencies) counts[latencyClass(tookMs)] += 1;
  return counts;
}

test("a percentile is the upper bound of its class", () => {
  const counts = counted(1, 8, 12, 90, 14_000);
  expect(latencyAt(counts, 0.2)).toBe(5);
  expect(latencyAt(counts, 0.5)).toBe(20);
  expect(latencyAt(counts, 0.8)).toBe(100);
  expect(latencyAt(counts, 0.95)).toBe(15_000);
});

test("a latency on a bound belongs to the class below, and no calls have no percentile", () => {
  expect(latencyAt(counted(100), 0.5)).toBe(100);
  expect(latencyAt(counted(100.1), 0.5)).toBe(150);
  expect(latencyAt(counted(), 0.5)).toBeUndefined();
});
