import { afterEach, expect, test } from "vitest";
import { createLoadShedding, type LoadShedding } from "./load-shedding.ts";

let loadShedding: LoadShedding;
afterEach(() => loadShedding.close());

test("writes are refused before reads, each with a Retry-After", () => {
  let waiting = 0;
  loadShedding = createLoadShedding({ waitingCount: () => waiting });
  expect(loadShedding.refusal(true)).toBeUndefined();
  waiting = 501;
  expect(loadShedding.refusal(false)).toBeUndefined();
  const refusals = Array.from({ length: 50 }, () => loadShedding.refusal(true));
  for (const refusal of refusals) expect(refusal?.code).toBe("unavailable");
  const waits = new Set(refusals.map((refusal) => refusal?.retryAfterSeconds));
  expect(waits.size).toBeGreaterThan(1);
  expect([...waits].every((seconds) => seconds !== undefined && seconds >= 1 && seconds <= 5)).toBe(true);
  waiting = 1_001;
  expect(loadShedding.refusal(false)?.code).toBe("unavailable");
});

test("writes are refused while the event loop is slow, and accepted again afterwards", async () => {
  loadShedding = createLoadShedding({ waitingCount: () => 0 });
  const end = performance.now() + 2_500;
  const refused: boolean[] = [];
  while (performance.now() < end) {
    const turnEnd = performance.now() + 300;
    while (performance.now() < turnEnd) {}
    await new Promise((resolve) => setImmediate(resolve));
    refused.push(loadShedding.refusal(true) !== undefined);
  }
  expect(refused.at(-1)).toBe(true);
  expect(loadShedding.refusal(false)).toBeUndefined();
  await expect.poll(() => loadShedding.refusal(true), { timeout: 10_000 }).toBeUndefined();
});

test("writes are refused while the heap is nearly full", async () => {
  let share = 0.95;
  loadShedding = createLoadShedding({ waitingCount: () => 0, heapShare: () => share });
  await expect.poll(() => loadShedding.refusal(true)?.code, { timeout: 5_000 }).toBe("unavailable");
  expect(loadShedding.refusal(false)).toBeUndefined();
  share = 0.5;
  await expect.poll(() => loadShedding.refusal(true), { timeout: 5_000 }).toBeUndefined();
});

/** Blocks the event loop with slow turns for the given time. */
async function strain(ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const turnEnd = performance.now() + 300;
    while (performance.now() < turnEnd) {}
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("while the event loop is slow, only the environment that used most of it is refused", async () => {
  loadShedding = createLoadShedding({ waitingCount: () => 0, loopTime: { heaviest: () => "a" } });
  await strain(2_500);
  expect([loadShedding.refusalOf("a", true)?.code, loadShedding.refusalOf("a", false)?.code]).toEqual([
    "unavailable",
    "unavailable",
  ]);
  expect([loadShedding.refusalOf("b", true), loadShedding.refusal(true)]).toEqual([undefined, undefined]);
  await expect.poll(() => loadShedding.refusalOf("a", true), { timeout: 10_000 }).toBeUndefined();
});

test("an environment with half of the allowed waiting statements is refused before the others", () => {
  loadShedding = createLoadShedding({
    waitingCount: () => 300,
    waitingCountOf: (id) => (id === "a" ? 251 : 49),
  });
  expect([loadShedding.refusalOf("a", true)?.code, loadShedding.refusalOf("a", false)]).toEqual([
    "unavailable",
    undefined,
  ]);
  expect([loadShedding.refusalOf("b", true), loadShedding.refusal(true)]).toEqual([undefined, undefined]);
});
