import { afterEach, expect, test } from "vitest";
import { isoOf, localText } from "./local-text.ts";

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  ["UTC", "2026-03-29T01:30"],
  ["Europe/Berlin", "2026-03-29T03:30"],
  ["America/New_York", "2026-03-28T21:30"],
])("a moment in the zone of the browser, %s, on the day of a change of clocks", (name, text) => {
  process.env.TZ = name;
  expect(localText("2026-03-29T01:30:00.000Z", false)).toBe(text);
  expect(isoOf(text, false)).toBe("2026-03-29T01:30:00.000Z");
  expect(localText("2026-03-29T01:30:00.000Z", true)).toBe("2026-03-29T01:30");
  expect(isoOf("2026-03-29T01:30", true)).toBe("2026-03-29T01:30:00.000Z");
});

test("no moment: empty", () => {
  expect([localText("", false), localText("soon", true), isoOf("", false), isoOf("", true)]).toEqual([
    "",
    "",
    "",
    "",
  ]);
});
