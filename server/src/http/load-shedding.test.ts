import { afterEach, beforeEach, expect, test } from "vitest";
import { createStoppedTime, type MovableTime } from "../../testing/movable-time.ts";
import { SHARE, type Share } from "../foundation/share.ts";
import { type AdmissionParts, createLoadShedding, type LoadShedding } from "./load-shedding.ts";

const [A, B] = [SHARE.environment("a"), SHARE.environment("b")] as const;
const STRANGER = SHARE.stranger("192.0.2.1");
const OTHERS = [B, SHARE.known("a"), SHARE.stranger("192.0.2.2"), SHARE.receipts("a", "i")];

let time: MovableTime;
let medianMs: number;
let fromMs: number[];
let loadShedding: LoadShedding;
beforeEach(() => {
  time = createStoppedTime();
  medianMs = 0;
  fromMs = [];
});
afterEach(() => loadShedding.close());

/** A process that takes requests and has looked at its event loop once. */
async function open(parts: Partial<AdmissionParts> = {}): Promise<void> {
  const loopDelay = {
    medianMs: (from: number) => {
      fromMs.push(from);
      return medianMs;
    },
  };
  loadShedding = createLoadShedding({ time, loopDelay, heap: heapOf(() => 0.5), ...parts });
  loadShedding.begin();
  await look();
}

const heapOf = (share: () => number) => ({ share, close: () => {} });
/** The event loop is looked at once a second. */
const look = () => time.advance(1_000);
const codeOf = (share: Share, isWrite: boolean) => loadShedding.refusal(share, isWrite)?.code;
const hold = (share: Share, count: number) =>
  Array.from({ length: count }, () => loadShedding.admit(share, true));

test("too many waiting statements refuse that share only, its writes before its reads", async () => {
  let waiting = 0;
  await open({ waitingOf: (share) => (share === A ? waiting : 0) });
  waiting = 250;
  expect([codeOf(A, true), codeOf(A, false)]).toEqual([undefined, undefined]);
  waiting = 251;
  expect([codeOf(A, true), codeOf(A, false)]).toEqual(["unavailable", undefined]);
  waiting = 501;
  expect(codeOf(A, false)).toBe("unavailable");
  for (const share of OTHERS) expect([share, codeOf(share, true)]).toEqual([share, undefined]);
});

test("however many wait in how many shares, a share without waiting statements is accepted", async () => {
  await open({ waitingOf: (share) => (share === A ? 0 : 250) });
  hold(STRANGER, 256);
  expect([codeOf(A, true), codeOf(A, false)]).toEqual([undefined, undefined]);
});

test("refusals have a random Retry-After of 1 to 5 s", async () => {
  await open({ waitingOf: () => 1_000 });
  const refusals = Array.from({ length: 50 }, () => loadShedding.refusal(A, true));
  const waits = new Set(refusals.map((refusal) => refusal?.retryAfterSeconds));
  expect(waits.size).toBeGreaterThan(1);
  expect([...waits].every((seconds) => seconds !== undefined && seconds >= 1 && seconds <= 5)).toBe(true);
});

test("256 requests in progress refuse a stranger's address, not another one and no environment", async () => {
  await open();
  const [first] = hold(STRANGER, 256);
  expect(() => loadShedding.admit(STRANGER, false)).toThrow("overloaded");
  for (const share of OTHERS) expect(codeOf(share, true)).toBeUndefined();
  first?.();
  first?.();
  hold(STRANGER, 1);
  expect(codeOf(STRANGER, false)).toBe("unavailable");
  hold(A, 1_000);
  expect(codeOf(A, true)).toBeUndefined();
});

test("a slow loop without a heaviest share bounds what each has in progress, and accepts the first of each", async () => {
  await open();
  medianMs = 200;
  hold(A, 16);
  await look();
  expect(codeOf(A, true)).toBeUndefined();
  medianMs = 201;
  await look();
  expect([codeOf(A, true), codeOf(A, false)]).toEqual(["unavailable", undefined]);
  expect(codeOf(B, true)).toBeUndefined();
  hold(B, 15);
  expect(codeOf(B, true)).toBeUndefined();
  medianMs = 0;
  await look();
  hold(A, 16);
  expect(codeOf(A, true)).toBeUndefined();
  medianMs = 300;
  await look();
  expect(codeOf(A, false)).toBe("unavailable");
});

test("turns of the start, and those before the first look, refuse no request", async () => {
  loadShedding = createLoadShedding({
    time,
    loopDelay: { medianMs: (from) => (from < 4_000 ? 10_000 : 0) },
    loopTime: { heaviest: () => A },
    heap: heapOf(() => 0.5),
  });
  await time.advance(3_000);
  expect(codeOf(A, true)).toBeUndefined();
  loadShedding.begin();
  await look();
  expect(codeOf(A, true)).toBeUndefined();
  await look();
  expect(codeOf(A, true)).toBeUndefined();
});

test("each look is at the turns since the look before", async () => {
  await open();
  await look();
  await look();
  expect(fromMs).toEqual([1_000, 2_000]);
});

test("all writes are refused while the heap is nearly full, and those with many requests before", async () => {
  let share = 0.85;
  await open({ heap: heapOf(() => share) });
  await look();
  hold(A, 16);
  expect([codeOf(A, true), codeOf(B, true)]).toEqual(["unavailable", undefined]);
  share = 0.95;
  await look();
  expect([codeOf(B, true), codeOf(B, false)]).toEqual(["unavailable", undefined]);
  expect(loadShedding.isFull).toBe(true);
  share = 0.5;
  await look();
  expect(loadShedding.isFull).toBe(false);
  expect([codeOf(A, true), codeOf(B, true)]).toEqual([undefined, undefined]);
});

test.each([A, STRANGER])(
  "while the loop is slow, only the share that used most of it is refused: %s",
  async (heaviest) => {
    await open({ loopTime: { heaviest: () => heaviest } });
    medianMs = 300;
    await look();
    expect([codeOf(heaviest, true), codeOf(heaviest, false)]).toEqual(["unavailable", "unavailable"]);
    hold(B, 100);
    expect(codeOf(B, true)).toBeUndefined();
    medianMs = 0;
    await look();
    expect(codeOf(heaviest, true)).toBeUndefined();
  },
);
