import { expect, test } from "vitest";
import { createLoopDelay } from "./loop-delay.ts";

/** A clock whose tick the test calls, as a busy event loop would. */
function open() {
  let nowMs = 0;
  let tick = () => {};
  const every = (_ms: number, work: () => void) => {
    tick = work;
    return () => {};
  };
  const time = { monotonicMs: () => nowMs, every } as never;
  const loopDelay = createLoopDelay(time);
  const turn = (ms: number) => {
    nowMs += ms;
    tick();
  };
  const hold = (ms: number) => {
    nowMs += ms;
  };
  return { loopDelay, turn, hold };
}

test("loop delay: the median turn since a moment; one long turn is no slow loop", () => {
  const { loopDelay, turn } = open();
  expect(loopDelay.medianMs(0)).toBe(0);
  for (let turns = 0; turns < 10; turns += 1) turn(20);
  turn(2_000);
  expect(loopDelay.medianMs(0)).toBe(0);
  turn(300);
  turn(320);
  turn(310);
  expect(loopDelay.medianMs(2_200)).toBe(290);
  expect(loopDelay.medianMs(0)).toBe(0);
});

test("loop delay: the delays of the last 5 s together, with the current turn and without jitter", () => {
  const { loopDelay, turn, hold } = open();
  for (let turns = 0; turns < 100; turns += 1) turn(25);
  expect(loopDelay.lateMs()).toBe(0);
  turn(520);
  turn(320);
  expect(loopDelay.lateMs()).toBe(800);
  hold(2_020);
  expect(loopDelay.lateMs()).toBe(2_800);
  turn(0);
  for (let turns = 0; turns < 300; turns += 1) turn(20);
  expect(loopDelay.lateMs()).toBe(0);
});
