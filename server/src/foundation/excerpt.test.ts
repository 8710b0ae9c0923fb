import { expect, test } from "vitest";
import { excerpt, isAtMost } from "./excerpt.ts";
import type { Json } from "./json.ts";

test.each<[Json, Json]>([
  ["x", "x"],
  [null, null],
  [3, 3],
  [{ a: [1, { b: "x" }] }, { a: [1, { b: "x" }] }],
  ["y".repeat(300), `${"y".repeat(200)}…`],
  [Array(1_000).fill(1), "… (1000 items)"],
  [{ a: "z".repeat(600) }, "… (object)"],
  [{ ["n".repeat(600)]: 1 }, "… (object)"],
])("excerpt: %j", (value, shown) => {
  expect(excerpt(value)).toEqual(shown);
});

test("a small value is at most of its size, a larger one is not", () => {
  expect([isAtMost({ a: "bc" }, 20), isAtMost({ a: "bc" }, 5)]).toEqual([true, false]);
});

test("a deep or long value takes no longer than a small one", () => {
  const long: Json = { list: Array(2_000_000).fill("x".repeat(10)) };
  const startMs = performance.now();
  for (let n = 0; n < 1_000; n += 1) expect(excerpt(long)).toBe("… (object)");
  expect(performance.now() - startMs).toBeLessThan(1_000);
});
