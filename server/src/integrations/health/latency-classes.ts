/** Upper bounds of the latency classes, in milliseconds; the last class has none. A call ends after 15 s at the latest. */
const BOUNDS_MS = [
  5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000,
];
const LONGEST_MS = 15_000;

export const LATENCY_CLASSES = BOUNDS_MS.length + 1;

export function latencyClass(tookMs: number): number {
  const index = BOUNDS_MS.findIndex((bound) => tookMs <= bound);
  return index === -1 ? BOUNDS_MS.length : index;
}

/** The latency that a share of the calls did not exceed: the upper bound of its class. Undefined without calls. */
export function latencyAt(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let sum = 0;
  const index = counts.findIndex((count) => {
    sum += count;
    return sum >= total * share;
  });
  return BOUNDS_MS[index] ?? LONGEST_MS;
}
