import { expect, test } from "vitest";
import { encodeInTurns, isLongText } from "./encode-in-turns.ts";

test.each([
  ["plain", "a".repeat(1_000_000)],
  ["of two bytes", "é".repeat(1_000_000)],
  ["of surrogate pairs", `x${"😀".repeat(500_000)}`],
  ["of surrogate pairs at even places", "😀".repeat(500_000)],
  ["with a half of a pair at every place", "\uD83D".repeat(600_000)],
])("encodeInTurns: a long text %s is the same bytes in pieces", async (_name, text) => {
  let charged = 0;
  const pieces = await encodeInTurns(["[", text, "]"], (ms) => {
    charged += ms;
  });
  expect(pieces.length).toBeGreaterThan(2);
  expect(Buffer.concat(pieces).equals(Buffer.from(`[${text}]`))).toBe(true);
  expect(charged).toBeGreaterThan(0);
});

test("isLongText: a usual response is sent at once", () => {
  const text = "a".repeat(100_000);
  expect(isLongText([text, text])).toBe(false);
  expect(isLongText([text, text, text])).toBe(true);
});
