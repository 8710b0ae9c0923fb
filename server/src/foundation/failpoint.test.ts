import { expect, test } from "vitest";
import { failpoint, readFailpoints, tuned } from "./failpoint.ts";

const TIDINGS_FAILPOINT = "W4=kill@3,W5=throw,lease_seconds=2";

test("a process of production ignores failpoints, whatever its environment says", () => {
  expect(readFailpoints({ TIDINGS_FAILPOINT }).size).toBe(0);
  expect(readFailpoints({ NODE_ENV: "production", TIDINGS_FAILPOINT }).size).toBe(0);
  expect(readFailpoints({ NODE_ENV: "development", TIDINGS_FAILPOINT }).size).toBe(0);
});

test("a process of the harness has those it was given", () => {
  const wanted = readFailpoints({ NODE_ENV: "test", TIDINGS_FAILPOINT });
  expect(wanted.get("W4")).toMatchObject({ text: "kill", atHit: 3 });
  expect(wanted.get("W5")).toMatchObject({ text: "throw", atHit: 1 });
  expect(readFailpoints({ NODE_ENV: "test" }).size).toBe(0);
});

test("where none was given, nothing happens and nothing changes", () => {
  expect(() => failpoint("W4")).not.toThrow();
  expect(tuned("lease_seconds", 30)).toBe(30);
});
