import { expect, test } from "vitest";
import { createLoopTime, timed } from "./loop-time.ts";

let nowMs = 0;
const open = () => {
  nowMs = 10_000;
  return createLoopTime(() => nowMs);
};

test("loop time: the heaviest environment has more than half of the charged time", () => {
  const loopTime = open();
  expect(loopTime.heaviest()).toBeUndefined();
  loopTime.charge("a", 600);
  loopTime.charge("b", 300);
  expect(loopTime.heaviest()).toBe("a");
  loopTime.charge("b", 300);
  expect(loopTime.heaviest()).toBeUndefined();
  loopTime.charge("b", 1);
  expect(loopTime.heaviest()).toBe("b");
});

test("loop time: only the last 2 seconds count, and too little charged time is ignored", () => {
  const loopTime = open();
  loopTime.charge("a", 1_500);
  nowMs += 1_700;
  loopTime.charge("b", 250);
  expect(loopTime.heaviest()).toBe("a");
  nowMs += 400;
  expect(loopTime.heaviest()).toBe("b");
  nowMs += 5_000;
  loopTime.charge("b", 150);
  expect(loopTime.heaviest()).toBeUndefined();
});

test("loop time: work that throws is charged too", () => {
  const charged: number[] = [];
  const work = () => {
    throw new Error("no");
  };
  expect(() => timed((ms) => charged.push(ms), work)).toThrow("no");
  expect(charged.length).toBe(1);
});
