import { expect, test } from "vitest";
import { RecentFailures } from "./recent-failures.ts";

test("recent failures: a name is listed at the threshold, unless it succeeded in between", () => {
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

test("recent failures: the oldest names are dropped beyond 5,000", () => {
  const failures = new RecentFailures();
  for (let name = 0; name <= 5_000; name += 1) failures.add(String(name));
  expect(failures.has("0")).toBe(false);
  expect(failures.has("5000")).toBe(true);
});
