import { expect, test } from "vitest";
import { createLoopTime, timed } from "./loop-time.ts";

let nowMs = 0;
const open = () => {
  nowMs = 10_000;
  return createLoopTime(() => nowMs);
};

test("the heaviest is the environment with more than half of the charged time", () => {
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

test("what was charged more than 2 seconds ago is forgotten, and what is too little is not looked at", () => {
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

test("work that throws is charged too", () => {
  const charged: number[] = [];
  const work = () => {
    throw new Error("no");
  };
  expect(() => timed((ms) => charged.push(ms), work)).toThrow("no");
  expect(charged.length).toBe(1);
});
