import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createStoppedTime } from "../../testing/movable-time.ts";
import { DeadlinePassed, startDeadlines } from "./deadlines.ts";

const TIMEOUTS = { connectMs: 5_000, firstByteMs: 10_000, totalMs: 15_000 };

/** A call that waits for its answer. */
function open() {
  const time = createStoppedTime();
  const deadlines = startDeadlines(TIMEOUTS, time);
  deadlines.connected();
  let isExceeded = false;
  deadlines.passed.catch((error) => {
    isExceeded = error instanceof DeadlinePassed;
  });
  return { time, deadlines, isExceeded: () => isExceeded };
}

test("an answer that is read in the turn in which its time-out is called: counts", async () => {
  const { time, deadlines, isExceeded } = open();
  const moved = time.advance(TIMEOUTS.firstByteMs);
  deadlines.answered();
  await moved;
  await setImmediate();
  expect(isExceeded()).toBe(false);
  await time.advance(TIMEOUTS.totalMs - TIMEOUTS.firstByteMs);
  await setImmediate();
  expect(isExceeded()).toBe(true);
  deadlines.stop();
});

test("a call without an answer: is given up after 10 s, and not before", async () => {
  const { time, deadlines, isExceeded } = open();
  await time.advance(TIMEOUTS.firstByteMs - 1);
  await setImmediate();
  expect(isExceeded()).toBe(false);
  await time.advance(1);
  await setImmediate();
  expect(isExceeded()).toBe(true);
  deadlines.stop();
});
