import { expect, test } from "vitest";
import { slownessOf } from "./control.ts";
import { grown, slowAnswers, worstWindow } from "./isolation.ts";

const readings = (times: readonly number[]) => times.map((tookMs, n) => ({ atMs: n * 1_000, tookMs }));
const quick = { livezMs: 20, controlMs: 10, failures: [], messages: [300, 400] };
const EVERY_MS = 100;
/** Answers every 100 ms; during a stall, each waits for its end. */
const answers = (seconds: number, stall: { atMs: number; ms: number }) =>
  Array.from({ length: seconds * 10 }, (_, n) => {
    const atMs = n * EVERY_MS;
    const isStalled = atMs >= stall.atMs && atMs < stall.atMs + stall.ms;
    return { atMs, tookMs: isStalled ? stall.atMs + stall.ms - atMs : 5 };
  });
const NO_STALL = { atMs: 0, ms: 0 };

test("slowness: the worst five readings, and an idle or fast machine counts as 1", () => {
  expect(slownessOf(readings([50, 50, 50, 50, 50]), 0)).toBe(1);
  expect(slownessOf(readings([10, 10, 10, 10, 10]), 0)).toBe(1);
  expect(slownessOf(readings([50, 50, 100, 150, 150, 150, 200, 50]), 0)).toBe(3);
});

test("slowness: readings before the given time do not count, but there are always five", () => {
  expect(slownessOf(readings([500, 500, 500, 50, 50, 50, 50, 50]), 3_000)).toBe(1);
  expect(slownessOf(readings([500, 100, 100, 100, 100, 100]), 60_000)).toBe(2);
});

test("given an idle machine, half a second of /livez and two of a message are the limit", () => {
  expect(slowAnswers(quick, 1)).toEqual([]);
  expect(slowAnswers({ ...quick, livezMs: 520 }, 1)).toHaveLength(1);
  expect(slowAnswers({ ...quick, messages: [2_020] }, 1)).toHaveLength(1);
  expect(slowAnswers({ ...quick, responses: [2_020] }, 1)).toHaveLength(1);
});

test("what the control waited, and how slow the machine is, is not the service's fault", () => {
  expect(slowAnswers({ ...quick, livezMs: 700, controlMs: 250 }, 1)).toEqual([]);
  expect(slowAnswers({ ...quick, livezMs: 900, messages: [3_900] }, 2)).toEqual([]);
  expect(slowAnswers({ ...quick, livezMs: 1_100 }, 2)).toHaveLength(1);
});

test("a stall of the service of 1 s in an attack of 20 s, or of 60 s, is seen beside a quick control", () => {
  for (const seconds of [20, 60]) {
    const { livezMs, controlMs } = worstWindow(
      answers(seconds, { atMs: 9_000, ms: 1_000 }),
      answers(seconds, NO_STALL),
    );
    expect(slowAnswers({ ...quick, livezMs, controlMs }, 1)).toHaveLength(1);
  }
});

test("a stall that the control has too is the machine's", () => {
  const stalled = answers(20, { atMs: 9_000, ms: 1_000 });
  expect(slowAnswers({ ...quick, ...worstWindow(stalled, stalled) }, 1)).toEqual([]);
});

test("memory that stays, a peak that a machine of 2 GB has no room for, and threads are violations", () => {
  const before = { residentMb: 200, peakMb: 200, threads: 12 };
  expect(grown(before, { residentMb: 600, peakMb: 1_200, threads: 16 })).toEqual([]);
  expect(grown(before, { residentMb: 601, peakMb: 1_201, threads: 17 })).toHaveLength(3);
});
