import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { systemTime } from "../../foundation/clock.ts";
import { createBatchesInProgress } from "./batches-in-progress.ts";

function open() {
  let rooms = 0;
  const parts = createBatchesInProgress({ onRoom: () => (rooms += 1), time: systemTime });
  const ends: (() => void)[] = [];
  const start = (environmentId: string) =>
    parts.start(environmentId, () => new Promise<void>((resolve) => ends.push(resolve)));
  return { parts, ends, start, rooms: () => rooms };
}

test("batches: an environment with two batches in progress is busy until one of them ends", async () => {
  const { parts, ends, start, rooms } = open();
  start("a");
  start("b");
  expect(parts.busyEnvironmentIds()).toEqual([]);
  start("a");
  expect(parts.busyEnvironmentIds()).toEqual(["a"]);
  ends[0]?.();
  await sleep(0);
  expect(parts.busyEnvironmentIds()).toEqual([]);
  expect(rooms()).toBe(1);
});

test("batches: the time without a finished batch counts only while one is in progress", async () => {
  const { parts, ends, start } = open();
  expect(parts.unfinishedForMs()).toBe(0);
  start("a");
  start("b");
  await sleep(30);
  const before = parts.unfinishedForMs();
  expect(before).toBeGreaterThan(20);
  ends[0]?.();
  await sleep(0);
  expect(parts.unfinishedForMs()).toBeLessThan(before);
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
  await sleep(5);
  expect(hasEnded).toBe(false);
  ends[1]?.();
  await waiting;
  expect(parts.areNone()).toBe(false);
});
