import { expect, test } from "vitest";
import { relativeTime, validLocale } from "./relative-time.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const ago = (seconds: number, locale = "en") =>
  relativeTime(new Date(NOW.getTime() - seconds * 1000), NOW, locale);

test.each([
  [0, "now"],
  [59, "now"],
  [60, "1 minute ago"],
  [3_599, "59 minutes ago"],
  [7_200, "2 hours ago"],
  [86_400, "yesterday"],
  [6 * 86_400, "6 days ago"],
  [7 * 86_400, "Nov 16, 2026"],
  [-3_600, "in 1 hour"],
])("relative time: %i seconds ago is %s", (seconds, text) => {
  expect(ago(seconds)).toBe(text);
});

test("relative time: is in the language of the locale; an invalid one is the browser's", () => {
  expect(ago(120, "de")).toBe("vor 2 Minuten");
  expect(["de-ch", "x_y!", "", null].map(validLocale)).toEqual(["de-CH", undefined, undefined, undefined]);
});
