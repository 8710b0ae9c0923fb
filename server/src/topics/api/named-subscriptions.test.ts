import { expect, test } from "vitest";
import { checkCount, namedOnce, namedToLeave } from "./named-subscriptions.ts";

test("namedOnce merges both lists without duplicates; entries with an identifier take precedence", () => {
  const ada = { subscriberId: "ada", identifier: "ada-1", name: "Ada's" };
  expect(namedOnce({ subscriberIds: ["ada", "bob", "bob"], subscriptions: [ada, "cleo"] })).toEqual([
    { subscriberKey: "ada", identifier: "ada-1", name: "Ada's" },
    { subscriberKey: "cleo" },
    { subscriberKey: "bob" },
  ]);
  expect(namedOnce({})).toEqual([]);
});

test("namedToLeave returns subscriber keys and identifiers; in one entry, the identifier counts", () => {
  const subscriptions = [{ subscriberId: "ada", identifier: "i1" }, { subscriberId: "bob" }, {}, "cleo"];
  expect(namedToLeave({ subscriberIds: ["cleo", "dora"], subscriptions })).toEqual({
    subscriberKeys: ["cleo", "dora", "bob"],
    identifiers: ["i1"],
  });
});

test("checkCount accepts 1 to 100", () => {
  expect(() => checkCount(0)).toThrow("Validation failed");
  expect(() => checkCount(101)).toThrow("Validation failed");
  for (const count of [1, 100]) checkCount(count);
});
