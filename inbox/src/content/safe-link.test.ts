import { expect, test } from "vitest";
import { isSafeLink, isSafeTextLink } from "./safe-link.ts";

test.each(["https://example.org", "http://localhost:3000/a?b#c", "HTTPS://EXAMPLE.ORG", "/orders/7", "/"])(
  "links: %s may be followed",
  (url) => {
    expect([isSafeLink(url), isSafeTextLink(url)]).toEqual([true, true]);
  },
);

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "//evil.example",
  "/\\evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "data:text/html,x",
  "orders/7",
  "",
])("links: %j may not be followed", (url) => {
  expect([isSafeLink(url), isSafeTextLink(url)]).toEqual([false, false]);
});

test("links: a text may also link to mail and telephone", () => {
  expect(["mailto:ada@example.org", "tel:+41"].map(isSafeTextLink)).toEqual([true, true]);
  expect(["mailto:ada@example.org", "tel:+41"].map(isSafeLink)).toEqual([false, false]);
});
