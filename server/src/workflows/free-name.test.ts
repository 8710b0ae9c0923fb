import { expect, test } from "vitest";
import { beginningOf, freeName } from "./free-name.ts";

test("a free name stays as it is", () => {
  expect(freeName("welcome", new Set(["other"]))).toBe("welcome");
});

test("a taken name gets the first free number", () => {
  expect(freeName("welcome", new Set(["welcome"]))).toBe("welcome-1");
  expect(freeName("welcome", new Set(["welcome", "welcome-1", "welcome-3"]))).toBe("welcome-2");
});

test("a taken name of the maximum length is shortened for its number", () => {
  const long = "a".repeat(255);
  const free = freeName(long, new Set([long]));
  expect(free.length).toBeLessThanOrEqual(255);
  expect(free.startsWith(beginningOf(long))).toBe(true);
});

test("a shortened name has no double hyphen", () => {
  const long = `${"a".repeat(246)}-${"b".repeat(8)}`;
  expect(freeName(long, new Set([long]))).toBe(`${"a".repeat(246)}-1`);
});
