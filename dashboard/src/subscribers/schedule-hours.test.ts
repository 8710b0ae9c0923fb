import { expect, test } from "vitest";
import { hourOf, openSpans } from "./schedule-hours.ts";

test.each([
  ["09:30 AM", 9.5],
  ["12:00 AM", 0],
  ["12:00 PM", 12],
  ["05:15 pm", 17.25],
  ["21:00", 21],
])("%s is hour %d", (text, hour) => {
  expect(hourOf(text)).toBe(hour);
});

test("hours that end before they start go on to the next day, also from Sunday to Monday", () => {
  const hours = [{ start: "10:00 PM", end: "06:00 AM" }];
  const spans = openSpans({ isEnabled: true, weeklySchedule: { sunday: { isEnabled: true, hours } } });
  expect(spans.sunday).toEqual([{ from: 22, to: 24 }]);
  expect(spans.monday).toEqual([{ from: 0, to: 6 }]);
  expect(spans.tuesday).toEqual([]);
});

test("a day that is switched off is closed, whatever its hours", () => {
  const hours = [{ start: "09:00 AM", end: "05:00 PM" }];
  const spans = openSpans({ isEnabled: true, weeklySchedule: { monday: { isEnabled: false, hours } } });
  expect(spans.monday).toEqual([]);
});
