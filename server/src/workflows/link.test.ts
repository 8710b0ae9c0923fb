import { expect, test } from "vitest";
import { isNeverLink, isSafeLink } from "./link.ts";

test.each(["https://a.example", "HTTP://a.example/x?y=1", "/orders/1", "/"])("%s is a link", (url) => {
  expect([isSafeLink(url), isNeverLink(url)]).toEqual([true, false]);
});

test.each([
  "javascript:alert(1)",
  "www.example.com",
  "mailto:ada@example.com",
  "//evil.example",
  "/\\evil.example",
  "https:///x",
  "https://a.example/a b",
])("%s can never be a link", (url) => {
  expect([isSafeLink(url), isNeverLink(url)]).toEqual([false, true]);
});

test.each([
  "",
  "  ",
  "{{ payload.url }}",
  " {{ payload.url }}",
  "http{{ payload.rest }}",
  "HTTPS:/{{ payload.rest }}",
  "https://{{ payload.host }}/x",
  "/{{ payload.path }}",
  "/orders/{{ payload.id }}",
  "https://a.example/x {{ payload.none }}",
  "{% if payload.url %}{{ payload.url }}{% else %}javascript:{% endif %}",
])("%j may become a link, or is none", (template) => {
  expect(isNeverLink(template)).toBe(false);
});

test.each([
  "javascript:{{ payload.code }}",
  "www.{{ payload.host }}",
  "//{{ payload.host }}",
  "ftp://{{ payload.host }}",
  "https:///{{ payload.path }}",
  "https://a.example/a b/{{ payload.id }}",
  "https://a.example\\{{ payload.id }}",
])("%j is no link with any variables", (template) => {
  expect(isNeverLink(template)).toBe(true);
});
