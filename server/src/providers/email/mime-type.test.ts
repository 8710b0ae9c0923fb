import { describe, expect, it } from "vitest";
import { mimeTypeText, readMimeType } from "./mime-type.ts";

describe("a MIME type", () => {
  it.each([
    ["text/plain", "text/plain"],
    ["Application/PDF", "application/pdf"],
    ["text/csv; charset=utf-8", "text/csv; charset=utf-8"],
    ["text/plain;charset=UTF-8", "text/plain; charset=UTF-8"],
    [" text/calendar ; Method=REQUEST ; charset=UTF-8 ", "text/calendar; method=REQUEST; charset=UTF-8"],
    ['text/plain; charset="us-ascii"', "text/plain; charset=us-ascii"],
    ['text/csv; title="a \\"b\\"; c\\\\d"', 'text/csv; title="a \\"b\\"; c\\\\d"'],
    ['text/csv; title=""', 'text/csv; title=""'],
    ["text/plain;", "text/plain"],
    ["text/plain; ;charset=utf-8", "text/plain; charset=utf-8"],
    [
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    ["image/svg+xml", "image/svg+xml"],
    ["text/x-amp-html", "text/x-amp-html"],
  ])("is read with its parameters: %s", (text, expected) => {
    const type = readMimeType(text);
    expect(type && mimeTypeText(type)).toBe(expected);
  });

  it.each([
    "",
    "pdf",
    "text",
    "text/",
    "/plain",
    "text/plain/x",
    "text /plain",
    "te xt/plain",
    "text/plain charset=utf-8",
    "text/plain; charset",
    "text/plain; charset=",
    "text/plain; =utf-8",
    'text/plain; charset="utf-8',
    'text/plain; charset="ä"',
    "text/plain; charset=ä",
    "text/plain; charset=utf 8",
    "text/plain; charset=utf-8; charset=us-ascii",
    "text/plain (a comment)",
    "text/plain\r\nBcc: evil@evil.com",
    'text/plain; charset="a\r\nBcc: evil@evil.com"',
    "text/plain; charset=utf-8\n",
    `text/plain; a=${"x".repeat(1_000)}`,
    `${"a".repeat(128)}/plain`,
  ])("is not %j", (text) => {
    expect(readMimeType(text)).toBeUndefined();
  });
});
