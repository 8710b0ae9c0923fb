import { afterEach, beforeEach, expect, test } from "vitest";
import { createStoppedTime, type MovableTime } from "../../testing/movable-time.ts";
import { type AdmissionParts, createLoadShedding, type LoadShedding } from "./load-shedding.ts";

let time: MovableTime;
let medianMs: number;
let loadShedding: LoadShedding;
beforeEach(() => {
  time = createStoppedTime();
  medianMs = 0;
});
afterEach(() => loadShedding.close());

function open(parts: Partial<AdmissionParts>): void {
  const loopDelay = { medianMs: () => medianMs };
  loadShedding = createLoadShedding({
    time,
    loopDelay,
    waitingCount: () => 0,
    heapShare: () => 0.5,
    ...parts,
  });
}

/** The event loop is looked at once a second. */
const look = () => time.advance(1_000);

test("writes are refused before reads, each with a Retry-After", () => {
  let waiting = 0;
  open({ waitingCount: () => waiting });
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
  open({});
  medianMs = 200;
  await look();
  expect(loadShedding.refusal(true)).toBeUndefined();
  medianMs = 201;
  await look();
  expect(loadShedding.refusal(true)?.code).toBe("unavailable");
  expect(loadShedding.refusal(false)).toBeUndefined();
  medianMs = 0;
  await look();
  expect(loadShedding.refusal(true)).toBeUndefined();
});

test("writes are refused while the heap is nearly full", async () => {
  let share = 0.95;
  open({ heapShare: () => share });
  await look();
  expect(loadShedding.refusal(true)?.code).toBe("unavailable");
  expect(loadShedding.refusal(false)).toBeUndefined();
  share = 0.5;
  await look();
  expect(loadShedding.refusal(true)).toBeUndefined();
});

test("while the event loop is slow, only the environment that used most of it is refused", async () => {
  open({ loopTime: { heaviest: () => "a" } });
  medianMs = 300;
  await look();
  expect([loadShedding.refusalOf("a", true)?.code, loadShedding.refusalOf("a", false)?.code]).toEqual([
    "unavailable",
    "unavailable",
  ]);
  expect([loadShedding.refusalOf("b", true), loadShedding.refusal(true)]).toEqual([undefined, undefined]);
  medianMs = 0;
  await look();
  expect(loadShedding.refusalOf("a", true)).toBeUndefined();
});

test("an environment with half of the allowed waiting statements is refused before the others", () => {
  open({ waitingCount: () => 300, waitingCountOf: (id) => (id === "a" ? 251 : 49) });
  expect([loadShedding.refusalOf("a", true)?.code, loadShedding.refusalOf("a", false)]).toEqual([
    "unavailable",
    undefined,
  ]);
  expect([loadShedding.refusalOf("b", true), loadShedding.refusal(true)]).toEqual([undefined, undefined]);
});
