import { expect, test } from "vitest";
import { busyMs, foreignCores, isDisturbed } from "./foreign-load.ts";

test("the time of programs: user, nice, system and steal, without idle time and interrupts", () => {
  expect(busyMs("cpu  100 20 30 9999 8888 777 666 5 0 0\ncpu0 1 1 1 1")).toBe(1_550);
});

test("foreign is what neither the measured processes nor the kernel used", () => {
  const usage = { durationMs: 1_000, busyMs: 1_900, ownMs: 1_200, kernelMs: 100 };
  expect(foreignCores(usage)).toBeCloseTo(0.6);
  expect(isDisturbed(foreignCores(usage))).toBe(true);
});

test("a round beside a few background programs is not disturbed", () => {
  const usage = { durationMs: 10_000, busyMs: 18_000, ownMs: 17_000, kernelMs: 0 };
  expect(isDisturbed(foreignCores(usage))).toBe(false);
});

test("rounding of the kernel's counters does not make foreign load negative", () => {
  expect(foreignCores({ durationMs: 100, busyMs: 90, ownMs: 110, kernelMs: 0 })).toBe(0);
});
