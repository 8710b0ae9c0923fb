import { expect, test } from "vitest";
import { linear } from "../../server/testing/linear.ts";
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
  for (const letter of [" ", "a"])
    linear((size) => expect(pattern.test(`${letter.repeat(size)}\n`)).toBe(false), 10_000);
});
