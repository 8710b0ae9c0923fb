import { expect, test } from "vitest";
import { createLoopTime, timed } from "./loop-time.ts";
import { SHARE } from "./share.ts";

const [A, B] = [SHARE.environment("a"), SHARE.stranger("b")] as const;

let nowMs = 0;
const open = () => {
  nowMs = 10_000;
  return createLoopTime(() => nowMs);
};

test("loop time: the heaviest share has more than half of the charged time", () => {
  const loopTime = open();
  expect(loopTime.heaviest()).toBeUndefined();
  loopTime.charge(A, 600);
  loopTime.charge(B, 300);
  expect(loopTime.heaviest()).toBe(A);
  loopTime.charge(B, 300);
  expect(loopTime.heaviest()).toBeUndefined();
  loopTime.charge(B, 1);
  expect(loopTime.heaviest()).toBe(B);
});

test("loop time: only the last 2 seconds count, and too little charged time is ignored", () => {
  const loopTime = open();
  loopTime.charge(A, 1_500);
  nowMs += 1_700;
  loopTime.charge(B, 250);
  expect(loopTime.heaviest()).toBe(A);
  nowMs += 400;
  expect(loopTime.heaviest()).toBe(B);
  nowMs += 5_000;
  loopTime.charge(B, 150);
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
