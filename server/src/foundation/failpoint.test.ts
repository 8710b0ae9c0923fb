import { expect, test } from "vitest";
import { failpoint, readFailpoints, tuned } from "./failpoint.ts";

const TIDINGS_FAILPOINT = "W4=kill@3,W5=throw,lease_seconds=2";

test("failpoints: a production process ignores them", () => {
  expect(readFailpoints({ TIDINGS_FAILPOINT }).size).toBe(0);
  expect(readFailpoints({ NODE_ENV: "production", TIDINGS_FAILPOINT }).size).toBe(0);
  expect(readFailpoints({ NODE_ENV: "development", TIDINGS_FAILPOINT }).size).toBe(0);
});

test("failpoints: with NODE_ENV=test the given ones are active", () => {
  const failpoints = readFailpoints({ NODE_ENV: "test", TIDINGS_FAILPOINT });
  expect(failpoints.get("W4")).toMatchObject({ text: "kill", atHit: 3 });
  expect(failpoints.get("W5")).toMatchObject({ text: "throw", atHit: 1 });
  expect(readFailpoints({ NODE_ENV: "test" }).size).toBe(0);
});

test("failpoints: without any, nothing fails and no number changes", () => {
  expect(() => failpoint("W4")).not.toThrow();
  expect(tuned("lease_seconds", 30)).toBe(30);
});
