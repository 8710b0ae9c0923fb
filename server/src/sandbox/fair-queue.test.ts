import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

test("fair queue: environments take turns, and items of an environment keep their order", () => {
  const queue = new FairQueue<string>();
  queue.push("a", ["a1", "a2", "a3"]);
  queue.push("b", ["b1"]);
  queue.pushFirst("b", ["b0"]);
  const taken = Array.from({ length: 5 }, () => queue.take(1)?.items[0]);
  expect(taken).toEqual(["a1", "b0", "a2", "b1", "a3"]);
  expect(queue.take(1)).toBeUndefined();
  expect(queue.size).toBe(0);
});

test("fair queue: an environment that is not allowed is skipped and keeps its turn", () => {
  const queue = new FairQueue<string>();
  queue.push("a", ["a1", "a2"]);
  queue.push("b", ["b1"]);
  expect(queue.take(5, (id) => id !== "a")).toEqual({ environmentId: "b", items: ["b1"] });
  expect(queue.take(5)).toEqual({ environmentId: "a", items: ["a1", "a2"] });
});
