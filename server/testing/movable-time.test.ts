import { expect, test } from "vitest";
import { createMovableTime, createStoppedTime } from "./movable-time.ts";

test("a stopped time calls timers in the order of their moments, each at its moment", async () => {
  const time = createStoppedTime();
  const calls: string[] = [];
  const note = (name: string) => calls.push(`${name} at ${time.monotonicMs()}`);
  const stop = time.every(400, () => note("every"));
  time.after(1_000, () => note("after"));
  const slept = time.sleep(900).then(() => note("slept"));
  time.after(500, () => note("canceled"))();
  await time.advance(950);
  await slept;
  expect(calls).toEqual(["every at 400", "every at 800", "slept at 900"]);
  await time.advance(50);
  stop();
  await time.advance(10_000);
  expect(calls.slice(3)).toEqual(["after at 1000"]);
  expect(time.now()).toEqual(new Date("2030-01-01T00:00:11Z"));
});

test("an aborted sleep ends at once, and work that waited may set timers that are due as well", async () => {
  const time = createStoppedTime();
  const stopping = new AbortController();
  const sleeping = time.sleep(1_000_000, stopping.signal);
  stopping.abort();
  await sleeping;
  let turns = 0;
  void (async () => {
    for (; turns < 3; turns += 1) await time.sleep(100);
  })();
  await time.advance(300);
  expect(turns).toBe(3);
});

test("a movable time goes on by itself, and by what the test adds", async () => {
  const time = createMovableTime();
  const [startMs, startAt] = [time.monotonicMs(), time.now().getTime()];
  await time.sleep(20);
  // A timer of Node.js counts from the beginning of its turn of the event loop, so it may be called earlier.
  expect(time.monotonicMs()).toBeGreaterThan(startMs);
  const long = time.sleep(60_000);
  await time.advance(40_000);
  await time.advance(20_000);
  await long;
  expect(time.monotonicMs() - startMs).toBeGreaterThanOrEqual(60_000);
  expect(time.now().getTime() - startAt).toBeGreaterThanOrEqual(60_000);
});
