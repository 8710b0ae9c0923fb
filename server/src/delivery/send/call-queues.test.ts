import { expect, test } from "vitest";
import { createCallQueues } from "./call-queues.ts";

const one = [{ name: "one", size: 2 }];

test("calls of one queue: start in the order of arrival, at most as many as its size at a time", async () => {
  const queues = createCallQueues();
  const started: number[] = [];
  const calls = [1, 2, 3, 4].map(async (call) => {
    if (await queues.enter(one)) started.push(call);
  });
  await Promise.resolve();
  await Promise.all(calls.slice(0, 2));
  expect(started).toEqual([1, 2]);
  queues.leave(one);
  await calls[2];
  expect(started).toEqual([1, 2, 3]);
  queues.leave(one);
  await calls[3];
  expect(started).toEqual([1, 2, 3, 4]);
});

test("queues: do not wait for each other", async () => {
  const queues = createCallQueues();
  await queues.enter([{ name: "one", size: 1 }]);
  expect(await queues.enter([{ name: "two", size: 1 }])).toBe(true);
  expect(await queues.enter([])).toBe(true);
});

test("a call that waits for two queues, and another one in the other order: both start", async () => {
  const queues = createCallQueues();
  const [a, b] = [
    { name: "a", size: 1 },
    { name: "b", size: 1 },
  ];
  expect(await queues.enter([a, b])).toBe(true);
  const other = queues.enter([b, a]);
  queues.leave([a, b]);
  expect(await other).toBe(true);
});

test("closed queues: refuse what waits and what arrives later, and keep no place", async () => {
  const queues = createCallQueues();
  const single = [{ name: "single", size: 1 }];
  await queues.enter(single);
  const waiting = queues.enter([{ name: "another", size: 1 }, ...single]);
  queues.close();
  expect(await waiting).toBe(false);
  expect(await queues.enter(single)).toBe(false);
  queues.leave(single);
});
