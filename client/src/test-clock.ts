import { getTestClock, moveTestClock, type TestClockMove } from "@tidings/contract";
import type { Call } from "./call.ts";

export type TestClocks = ReturnType<typeof testClock>;

/** Only in test environments. */
export const testClock = (call: Call) => ({
  get: () => call(getTestClock),
  /** Freezes the clock, or advances it: `{ advance: { amount: 30, unit: "days" } }`, or `{ now: "2026-01-31T09:00:00Z" }`. */
  move: (body: TestClockMove = {}) => call(moveTestClock, { body }),
});
