import { setTimeout as sleep } from "node:timers/promises";

const LEAST_PAUSE_MS = 20;
/** Counting many rows takes time that the measured work needs. */
const SHARE_OF_COUNTING = 5;
const PATIENCE_MS = 300_000;

/** Waits until at least this many are stored. @throws Error when the count does not grow for five minutes */
export async function untilStored(expected: number, count: () => Promise<number>): Promise<void> {
  let last = { count: -1, atMs: performance.now() };
  for (;;) {
    const beforeMs = performance.now();
    const stored = await count();
    if (stored >= expected) return;
    const nowMs = performance.now();
    if (stored > last.count) last = { count: stored, atMs: nowMs };
    if (nowMs - last.atMs > PATIENCE_MS) throw new Error(`${stored} of ${expected} messages are stored`);
    await sleep(Math.max(LEAST_PAUSE_MS, (nowMs - beforeMs) * SHARE_OF_COUNTING));
  }
}
