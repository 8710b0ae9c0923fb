import type { Subscriber } from "@tidings/contract";
import { expect, test } from "vitest";
import { changesOf, isChanged, storedText } from "./profile-changes.ts";

const ada = {
  subscriberId: "ada",
  firstName: "Ada",
  email: "ada@example.com",
  data: { plan: "pro" },
} as unknown as Subscriber;

test("only fields that differ from the stored ones are sent, and empty ones clear them", () => {
  expect(changesOf(ada, { firstName: "Ada", lastName: " Lovelace ", email: "" })).toEqual({
    lastName: "Lovelace",
    email: null,
  });
  expect(isChanged(ada, { firstName: "Ada" })).toBe(false);
  expect(isChanged(ada, { firstName: "Eve" })).toBe(true);
});

test("data is an object of JSON, or nothing", () => {
  expect(changesOf(ada, { data: '{"plan":"free"}' })).toEqual({ data: { plan: "free" } });
  expect(changesOf(ada, { data: " " })).toEqual({ data: null });
  expect(changesOf(ada, { data: storedText(ada, "data") })).toEqual({});
  for (const wrong of ["{", "[1]", "7", "null"]) expect(changesOf(ada, { data: wrong })).toBeUndefined();
});
