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

test("of a long value, only the items that fit are read", () => {
  let reads = 0;
  const list = new Proxy<Json[]>(Array(2_000_000).fill("x".repeat(10)), {
    get: (items, name) => {
      reads += 1;
      return Reflect.get(items, name);
    },
  });
  expect(excerpt({ list })).toBe("… (object)");
  expect(reads).toBeLessThan(200);
});

test("a deep value is read only as deep as it fits", () => {
  let deep: Json = 1;
  for (let level = 0; level < 1_000_000; level += 1) deep = [deep];
  expect(excerpt(deep)).toBe("… (1 items)");
});
