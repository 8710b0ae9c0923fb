import { expect, test } from "vitest";
import { segmentsOf } from "./sms-segments.ts";

test.each([
  ["160 septets", "a".repeat(160), 1, "GSM-7"],
  ["161 septets", "a".repeat(161), 2, "GSM-7"],
  ["306 septets", "a".repeat(306), 2, "GSM-7"],
  ["307 septets", "a".repeat(307), 3, "GSM-7"],
  ["80 euro signs, two septets each", "€".repeat(80), 1, "GSM-7"],
  ["81 euro signs", "€".repeat(81), 2, "GSM-7"],
  ["a euro sign that does not fit into the first part", `${"a".repeat(152)}€${"a".repeat(152)}`, 3, "GSM-7"],
  ["German and French letters of the table", "Grüße à Éva, 5 § 3", 1, "GSM-7"],
  ["a letter that is not in the table", "ç", 1, "UCS-2"],
  ["70 other letters", "ж".repeat(70), 1, "UCS-2"],
  ["71 other letters", "ж".repeat(71), 2, "UCS-2"],
  ["35 emoji, two units each", "😀".repeat(35), 1, "UCS-2"],
  ["67 emoji: 33 fit into a part", "😀".repeat(67), 3, "UCS-2"],
])("%s", (_, text, segments, encoding) => {
  expect(segmentsOf(text)).toEqual({ segments, encoding, characters: [...text].length });
});
