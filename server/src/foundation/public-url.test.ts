import { expect, test } from "vitest";
import { SETTINGS } from "./settings.ts";

const { parse } = SETTINGS.publicUrl;

test.each([
  ["", undefined],
  ["https://notify.example.org", "https://notify.example.org"],
  ["https://notify.example.org/", "https://notify.example.org"],
  ["https://notify.example.org:8443/a/b//", "https://notify.example.org:8443/a/b"],
])("the public address %j: is %j", (text, parsed) => {
  expect(parse(text)).toBe(parsed);
});

test.each([
  "notify.example.org",
  "http://notify.example.org",
  "https://user:pw@notify.example.org",
  "https://notify.example.org?a=b",
  "https://notify.example.org/#a",
  "https://notify.example.org/a b",
  "https://notify.example.org/>",
  "javascript:alert(1)",
])("the public address %j: is refused", (text) => {
  expect(() => parse(text)).toThrow(/^must be an https address/);
});
