import { expect, test } from "vitest";
import { xmlFields } from "./xml-fields.ts";

test("xmlFields: has the texts of elements, unescaped, and the first of several", () => {
  const body =
    '<?xml version="1.0"?><A xmlns="urn:a"><Code>Bad</Code><Message>a &amp;lt; b</Message><Code>2</Code></A>';
  expect(xmlFields(body)).toEqual({ Code: "Bad", Message: "a &lt; b" });
});

test("xmlFields: hostile input gives no fields, and no prototype", () => {
  expect(xmlFields("<a>".repeat(100_000))).toEqual({});
  expect(xmlFields("<a><b></a>")).toEqual({});
  expect(Object.getPrototypeOf(xmlFields("<__proto__>x</__proto__>"))).toBe(Object.prototype);
});
