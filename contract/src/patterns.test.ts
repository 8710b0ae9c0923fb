import { expect, test } from "vitest";
import { SUBSCRIBER_ID_PATTERN } from "./fields.ts";
import { OPERATIONS } from "./operations.ts";
import { PATTERN_SENTENCES } from "./patterns.ts";

test("every pattern of a request has an error message", () => {
  const requests = JSON.stringify(OPERATIONS.map(({ params, query, body }) => [params, query, body]));
  const patterns = [...requests.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
    JSON.parse(text ?? ""),
  );
  expect(patterns.length).toBeGreaterThan(10);
  const missing = patterns.filter((pattern) => pattern !== "^.*$" && !(pattern in PATTERN_SENTENCES));
  expect([...new Set(missing)]).toEqual([]);
});

test("subscriberId: matches in linear time", () => {
  const pattern = new RegExp(SUBSCRIBER_ID_PATTERN, "u");
  const started = performance.now();
  expect(pattern.test(`${" ".repeat(1_000_000)}\n`)).toBe(false);
  expect(pattern.test(`${"a".repeat(1_000_000)}\n`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(500);
});
