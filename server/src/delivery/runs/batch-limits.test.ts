import { expect, test } from "vitest";
import { createStoppedTime } from "../../../testing/movable-time.ts";
import { beginMeasuredBatch, isOverdue } from "./batch-limits.ts";

/** An explanation on a slow machine: how long its threads take to start decides nothing. */

test("given a measured batch, the time that passes does not end it before the guard of 20 times its budget", async () => {
  const time = createStoppedTime();
  const limits = beginMeasuredBatch(time, "e", 5_000);
  await time.advance(99_000);
  expect(isOverdue(limits)).toBe(false);
  await time.advance(2_000);
  expect(isOverdue(limits)).toBe(true);
});

test("given a measured batch, used processor time ends it", () => {
  const limits = beginMeasuredBatch(createStoppedTime(), "e", 5_000);
  const { work } = limits;
  if (work) work.leftMs -= 4_999;
  expect(isOverdue(limits)).toBe(false);
  if (work) work.leftMs -= 1;
  expect(isOverdue(limits)).toBe(true);
});
