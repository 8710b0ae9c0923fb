import { expect, test } from "vitest";
import { reconnectDelayMs } from "./backoff.ts";

test("reconnecting: the delay doubles from 1 s to 30 s, and chance shortens it by up to half", () => {
  expect([1, 2, 3, 5, 6, 50].map((failures) => reconnectDelayMs(failures, 0))).toEqual([
    1_000, 2_000, 4_000, 16_000, 30_000, 30_000,
  ]);
  expect([1, 6].map((failures) => reconnectDelayMs(failures, 1))).toEqual([500, 15_000]);
});
