import { expect, test } from "vitest";
import { aboutFlatness, aboutGrowth } from "./conclusions.ts";

const point = (x: number, figures: Record<string, number>) => ({
  x,
  measured: { operations: 1, figures, foreignCores: 0 },
});

test("growth: a cost that follows the logarithm is not more; a tenfold cost, or a rate that falls, is", () => {
  const figures = (log: number, cost: number) => ({
    "list p50 (ms)": log,
    "search p50 (ms)": cost,
    "triggers (/s)": 1 / cost,
    "search p99 (ms)": cost,
  });
  const [, more, not] = aboutGrowth([
    point(10_000, figures(4, 1)),
    point(100_000, figures(5, 3)),
    point(1_000_000, figures(6, 9)),
  ]);
  expect(more).toBe(
    "**More than logarithmic**: search p50 (ms) ×9 (last step ×3), triggers (/s) ×9 (last step ×3).",
  );
  expect(not).toBe("Not more: list p50 (ms) ×1.5 (last step ×1.2).");
  expect(aboutGrowth([point(10_000, figures(4, 1))])).toEqual([]);
});

test("flatness: the second half against the first, without the first point", () => {
  const memory = [500, 100, 102, 104, 103, 105];
  const p99 = [9, 10, 10, 20, 20, 20];
  const points = memory.map((mb, at) =>
    point(at + 1, { "peak memory of the service (MB)": mb, "p99 (ms)": p99[at] ?? 0, "triggers (/s)": 1 }),
  );
  expect(aboutFlatness(points)).toEqual([
    "peak memory of the service (MB): flat, 101 in the first half, 104 in the second (×1.03, at most ×1.1).",
    "p99 (ms): **not flat**, 10 in the first half, 20 in the second (×2, at most ×1.25).",
  ]);
  expect(aboutFlatness(points.slice(0, 4))[0]).toContain("do not show");
});
