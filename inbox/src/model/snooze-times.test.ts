import { expect, test } from "vitest";
import { snoozeTimes } from "./snooze-times.ts";

const EVENING = new Date(2026, 10, 23, 20, 30);
const names = (hours: number, now = EVENING) => snoozeTimes(now, hours).map(({ name }) => name);

test("snooze: one hour, tomorrow at 9:00 of the reader's zone, one week", () => {
  expect(snoozeTimes(EVENING, 1_000)).toEqual([
    { name: "hour", until: new Date(2026, 10, 23, 21, 30) },
    { name: "tomorrow", until: new Date(2026, 10, 24, 9) },
    { name: "week", until: new Date(EVENING.getTime() + 7 * 86_400_000) },
  ]);
});

test("snooze: times beyond the service's longest snooze are not offered; 0 offers none", () => {
  expect([0, 1, 12, 13, 168].map((hours) => names(hours))).toEqual([
    [],
    ["hour"],
    ["hour"],
    ["hour", "tomorrow"],
    ["hour", "tomorrow", "week"],
  ]);
});
