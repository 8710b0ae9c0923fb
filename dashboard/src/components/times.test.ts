import { expect, test } from "vitest";
import { age, duration, exactTime, shortTime, zoneOf } from "./times.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const short = (at: string, zone = "UTC") => shortTime(new Date(at), { now: NOW, zone });

test("a moment is shown by how far away its day is", () => {
  expect(short("2026-11-22T10:08:24Z")).toBe("10:08:24");
  expect(short("2026-11-21T10:08:24Z")).toBe("Yesterday 10:08");
  expect(short("2026-11-23T10:08:24Z")).toBe("Tomorrow 10:08");
  const inSentence = { now: NOW, zone: "UTC", isInSentence: true };
  expect(shortTime(new Date("2026-11-21T10:08:24Z"), inSentence)).toBe("yesterday 10:08");
  expect(shortTime(new Date("2026-11-23T10:08:24Z"), inSentence)).toBe("tomorrow 10:08");
  expect(short("2026-11-18T10:08:24Z")).toBe("18 Nov 10:08");
  expect(short("2025-11-18T10:08:24Z")).toBe("18 Nov 2025, 10:08".replace(",", ""));
});

test("the day is that of the zone, also across a change of clocks", () => {
  expect(short("2026-11-21T23:30:00Z", "Europe/Berlin")).toBe("00:30:00");
  const now = new Date("2026-10-25T12:00:00Z");
  const zone = "Europe/Berlin";
  expect(shortTime(new Date("2026-10-25T00:30:00Z"), { now, zone })).toBe("02:30:00");
  expect(shortTime(new Date("2026-10-25T01:30:00Z"), { now, zone })).toBe("02:30:00");
});

test("ages and durations use the largest units", () => {
  expect(age(new Date("2026-11-22T11:57:00Z"), NOW)).toBe("3 minutes ago");
  expect(age(new Date("2026-11-22T14:00:00Z"), NOW)).toBe("in 2 hours");
  expect(duration(120)).toBe("120 ms");
  expect(duration(3_400)).toBe("3 s");
  expect(duration(6_060_000)).toBe("1 h 41 min");
  expect(duration(3_599_900)).toBe("59 min 59 s");
});

test("the switch chooses the zone", () => {
  expect([zoneOf("utc", "Asia/Tokyo"), zoneOf("theirs", "Asia/Tokyo"), zoneOf("mine", "Asia/Tokyo")]).toEqual(
    ["UTC", "Asia/Tokyo", undefined],
  );
  expect(exactTime(new Date("2026-11-22T10:08:28.114Z"), "UTC")).toBe("10:08:28.114");
});
