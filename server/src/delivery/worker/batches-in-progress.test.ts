import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createStoppedTime } from "../../../testing/movable-time.ts";
import { createBatchesInProgress } from "./batches-in-progress.ts";

function open() {
  let rooms = 0;
  const time = createStoppedTime();
  const parts = createBatchesInProgress({ onRoom: () => (rooms += 1), time });
  const ends: (() => void)[] = [];
  const start = (environmentId: string) =>
    parts.start(environmentId, () => new Promise<void>((resolve) => ends.push(resolve)));
  return { parts, ends, start, rooms: () => rooms, time };
}

test("batches: an environment with two batches in progress is busy until one of them ends", async () => {
  const { parts, ends, start, rooms } = open();
  start("a");
  start("b");
  expect(parts.busyEnvironmentIds()).toEqual([]);
  start("a");
  expect(parts.busyEnvironmentIds()).toEqual(["a"]);
  ends[0]?.();
  await turn();
  expect(parts.busyEnvironmentIds()).toEqual([]);
  expect(rooms()).toBe(1);
});

test("batches: the time without a finished batch counts only while one is in progress", async () => {
  const { parts, ends, start, time } = open();
  expect(parts.unfinishedForMs()).toBe(0);
  start("a");
  start("b");
  await time.advance(30);
  expect(parts.unfinishedForMs()).toBe(30);
  ends[0]?.();
  await turn();
  expect(parts.unfinishedForMs()).toBe(0);
  await time.advance(5);
  expect(parts.unfinishedForMs()).toBe(5);
  ends[1]?.();
  await parts.whenAllEnded();
  expect(parts.unfinishedForMs()).toBe(0);
});

test("batches: a wait for the next end ends with the first of them, and at once without a batch", async () => {
  const { parts, ends, start } = open();
  await parts.whenOneEnds();
  start("a");
  start("b");
  let hasEnded = false;
  const waiting = parts.whenOneEnds().then(() => {
    hasEnded = true;
  });
  await turn();
  expect(hasEnded).toBe(false);
  ends[1]?.();
  await waiting;
  expect(parts.areNone()).toBe(false);
});
