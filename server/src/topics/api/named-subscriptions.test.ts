import { expect, test } from "vitest";
import { checkCount, namedOnce, namedToLeave } from "./named-subscriptions.ts";

test("both lists name who joins, each once; what says more about a subscriber counts", () => {
  const ada = { subscriberId: "ada", identifier: "ada-1", name: "Ada's" };
  expect(namedOnce({ subscriberIds: ["ada", "bob", "bob"], subscriptions: [ada, "cleo"] })).toEqual([
    ada,
    { subscriberId: "cleo" },
    { subscriberId: "bob" },
  ]);
  expect(namedOnce({})).toEqual([]);
});

test("who leaves is named by the subscriber or by the subscription, which comes first", () => {
  const subscriptions = [{ subscriberId: "ada", identifier: "i1" }, { subscriberId: "bob" }, {}, "cleo"];
  expect(namedToLeave({ subscriberIds: ["cleo", "dora"], subscriptions })).toEqual({
    subscriberIds: ["cleo", "dora", "bob"],
    identifiers: ["i1"],
  });
});

test("at least one is named, and at most a hundred", () => {
  expect(() => checkCount(0)).toThrow();
  expect(() => checkCount(101)).toThrow();
  for (const count of [1, 100]) checkCount(count);
});
