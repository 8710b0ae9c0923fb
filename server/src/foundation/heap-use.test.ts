import { expect, test } from "vitest";
import { createMovableTime, createStoppedTime } from "../../testing/movable-time.ts";
import { createHeapUse } from "./heap-use.ts";

function open(time = createStoppedTime()) {
  let now = 0;
  let collected = () => {};
  const watchCollections = (onCollected: () => void) => {
    collected = onCollected;
    return () => {};
  };
  const heap = createHeapUse({ time, read: () => now, watchCollections });
  return {
    time,
    share: heap.share,
    fill: (share: number) => {
      now = share;
    },
    collect: (share: number) => {
      now = share;
      collected();
    },
  };
}

test("garbage does not count: only what a collection has left", () => {
  const { share, fill, collect } = open();
  fill(0.95);
  expect(share()).toBe(0);
  collect(0.4);
  fill(0.95);
  expect(share()).toBe(0.4);
  collect(0.93);
  expect(share()).toBe(0.93);
});

test("what is freed a moment after the collection does not count either", () => {
  const { share, fill, collect } = open();
  collect(0.95);
  fill(0.1);
  expect(share()).toBe(0.1);
  fill(0.95);
  expect(share()).toBe(0.1);
});

test("without a further collection, a reading counts for 5 s: refused work frees no memory", async () => {
  const { time, share, collect } = open();
  collect(0.95);
  await time.advance(5_000);
  expect(share()).toBe(0.95);
  await time.advance(1);
  expect(share()).toBe(0);
  collect(0.95);
  expect(share()).toBe(0.95);
});

test("collections of V8 are seen", async () => {
  const heap = createHeapUse({ time: createMovableTime() });
  let garbage: Buffer[] = [];
  await expect
    .poll(() => {
      garbage = Array.from({ length: 20 }, () => Buffer.alloc(1_000_000));
      return heap.share();
    })
    .toBeGreaterThan(0);
  expect(garbage).toHaveLength(20);
  heap.close();
});
