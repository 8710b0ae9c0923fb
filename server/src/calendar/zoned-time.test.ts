import { expect, test } from "vitest";
import { clockChangeIn, isZone, momentOf, momentsOf, zonedParts, zoneOrDefault } from "./zoned-time.ts";
import { findZone } from "./zones/zones.ts";

const local = (text: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (text.match(/\d+/g) ?? []).map(
    Number,
  );
  return { year, month, day, hour, minute, second };
};
const iso = (moments: Date[]) => moments.map((moment) => moment.toISOString());

test("zonedParts: date, time and weekday in each zone", () => {
  const at = new Date("2024-12-31T23:30:15.999Z");
  expect(zonedParts(at, "UTC")).toEqual({ ...local("2024-12-31 23:30:15"), weekday: "tuesday" });
  expect(zonedParts(at, "Europe/Berlin")).toEqual({ ...local("2025-01-01 00:30:15"), weekday: "wednesday" });
  expect(zonedParts(at, "Asia/Kathmandu")).toEqual({ ...local("2025-01-01 05:15:15"), weekday: "wednesday" });
});

test("momentOf: a local time is one moment, and overflowing fields are carried", () => {
  expect(momentOf(local("2025-06-01 12:00"), "America/New_York")).toEqual(new Date("2025-06-01T16:00:00Z"));
  expect(momentOf(local("2025-14-01 12:00"), "UTC")).toEqual(new Date("2026-02-01T12:00:00Z"));
});

test("momentOf: a missing local time moves forward by the gap", () => {
  expect(momentsOf(local("2025-03-30 02:30"), "Europe/Berlin")).toEqual([]);
  expect(momentOf(local("2025-03-30 02:30"), "Europe/Berlin")).toEqual(new Date("2025-03-30T01:30:00Z"));
  expect(momentOf(local("2011-12-30 12:00"), "Pacific/Apia")).toEqual(new Date("2011-12-30T22:00:00Z"));
});

test("momentOf: a doubled local time is the first of its two moments", () => {
  const both = ["2025-10-26T00:30:00.000Z", "2025-10-26T01:30:00.000Z"];
  expect(iso(momentsOf(local("2025-10-26 02:30"), "Europe/Berlin"))).toEqual(both);
  expect(momentOf(local("2025-10-26 02:30"), "Europe/Berlin").toISOString()).toBe(both[0]);
});

test("clockChangeIn: finds a clock change to the second", () => {
  const [from, to] = [Date.parse("2025-03-29T12:34:56.789Z"), Date.parse("2025-03-30T12:00:00Z")];
  expect(clockChangeIn(from, to, "Europe/Berlin")).toEqual({
    atMs: Date.parse("2025-03-30T01:00:00Z"),
    offsetBeforeMs: 3_600_000,
    offsetAfterMs: 7_200_000,
  });
  expect(clockChangeIn(from, Date.parse("2025-03-30T00:59:59Z"), "Europe/Berlin")).toBeUndefined();
  expect(clockChangeIn(from, to, "Asia/Tokyo")).toBeUndefined();
});

test("zoneOrDefault: the name of a zone as tzdata spells it; the default zone for any other text", () => {
  expect(zoneOrDefault("us/pacific", "UTC")).toBe("US/Pacific");
  expect(zoneOrDefault("europe/BERLIN", "UTC")).toBe("Europe/Berlin");
  for (const none of [
    null,
    undefined,
    "",
    "Mars/Olympus",
    "Berlin",
    "Etc/Unknown",
    "GMT+02:00",
    "+05:30",
    "UTC ",
    "x".repeat(10_000),
    "__proto__",
  ]) {
    expect(zoneOrDefault(none, "Asia/Tokyo")).toBe("Asia/Tokyo");
    expect(zoneOrDefault("Asia/Tokyo", none ?? "")).toBe("Asia/Tokyo");
    // A default zone of newer zone data than those of this process.
    expect(zoneOrDefault(none, none ?? "")).toBe("UTC");
    expect(isZone(none ?? "")).toBe(false);
  }
  expect(isZone("Asia/Calcutta")).toBe(true);
});

test("zoneOrDefault: names that only ICU knows keep the zone that they had in older versions", () => {
  expect(zoneOrDefault("PST", "UTC")).toBe("America/Los_Angeles");
  expect(zoneOrDefault("ist", "UTC")).toBe("Asia/Kolkata");
  expect(zoneOrDefault("EST", "UTC")).toBe("EST");
});

test("zonedParts: a zone name in 3,000 different letter cases is one zone", () => {
  const zones = Array.from({ length: 3_000 }, (_, index) =>
    caseVariant("america/argentina/buenos_aires", index),
  );
  for (const zone of zones) expect(zoneOrDefault(zone, "UTC")).toBe("America/Argentina/Buenos_Aires");
  expect(new Set(zones.map((zone) => findZone(zone)))).toEqual(
    new Set([findZone("America/Argentina/Buenos_Aires")]),
  );
});

function caseVariant(text: string, bits: number): string {
  return [...text].map((letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter)).join("");
}
