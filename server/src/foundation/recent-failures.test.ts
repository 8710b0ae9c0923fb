import { expect, test } from "vitest";
import { RecentFailures } from "./recent-failures.ts";

test("a name is remembered once it failed as often as it may, unless it succeeded in between", () => {
  const failures = new RecentFailures(2);
  failures.add("a");
  expect(failures.has("a")).toBe(false);
  failures.forget("a");
  failures.add("a");
  expect(failures.has("a")).toBe(false);
  failures.add("a");
  expect(failures.has("a")).toBe(true);
  expect(failures.has("b")).toBe(false);
});

test("the oldest names are forgotten when there are many", () => {
  const failures = new RecentFailures();
  for (let name = 0; name <= 5_000; name += 1) failures.add(String(name));
  expect(failures.has("0")).toBe(false);
  expect(failures.has("5000")).toBe(true);
});
