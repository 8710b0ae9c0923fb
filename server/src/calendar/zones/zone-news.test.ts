import { expect, test } from "vitest";
import { clockAt } from "../zoned-time.ts";
import { readTzif } from "./tzif.ts";
import { readBundledZones } from "./zone-files.ts";
import { useZones, zoneFilesInUse } from "./zones.ts";

/**
 * Offsets that laws and the NEWS of tzdata state, written down by hand: no data of a computer decides what is right here. ICU of Node.js
 * 20 (2025c) fails at 8 zones and their links.
 */
const FACTS: [zones: string, at: string, offset: string][] = [
  // 2026b: British Columbia stays at -07 after 8 March 2026.
  ["America/Vancouver Canada/Pacific", "2026-11-01T09:00:00Z", "-07:00"],
  ["America/Vancouver Canada/Pacific", "2027-01-15T12:00:00Z", "-07:00"],
  ["America/Vancouver Canada/Pacific", "2026-01-15T12:00:00Z", "-08:00"],
  // 2026c: Alberta stays at -06. 2026d: so do the Northwest Territories.
  ["America/Edmonton America/Yellowknife Canada/Mountain America/Inuvik", "2026-11-01T08:00:00Z", "-06:00"],
  ["America/Edmonton America/Yellowknife Canada/Mountain America/Inuvik", "2027-01-15T12:00:00Z", "-06:00"],
  // 2026e: Manitoba stays at -05.
  ["America/Winnipeg Canada/Central", "2027-01-15T12:00:00Z", "-05:00"],
  // 2026c: Morocco and Western Sahara are at +00 from 20 September 2026, 02:00 local time.
  ["Africa/Casablanca Africa/El_Aaiun", "2026-09-20T00:59:59Z", "+01:00"],
  ["Africa/Casablanca Africa/El_Aaiun", "2026-09-20T01:00:00Z", "+00:00"],
  ["Africa/Casablanca Africa/El_Aaiun", "2027-07-01T12:00:00Z", "+00:00"],
  // 2026f: Cuba does not fall back in 2026, and does in 2027.
  ["America/Havana Cuba", "2026-12-01T12:00:00Z", "-04:00"],
  ["America/Havana Cuba", "2027-07-01T12:00:00Z", "-04:00"],
  ["America/Havana Cuba", "2027-12-01T12:00:00Z", "-05:00"],
  // 2026a: Moldova changes its clocks at 01:00 UTC, as the European Union does.
  ["Europe/Chisinau Europe/Tiraspol Europe/Athens", "2026-03-29T00:59:59Z", "+02:00"],
  ["Europe/Chisinau Europe/Tiraspol Europe/Athens", "2026-03-29T01:00:00Z", "+03:00"],
  ["Europe/Chisinau Europe/Tiraspol Europe/Athens", "2026-10-25T00:59:59Z", "+03:00"],
  ["Europe/Chisinau Europe/Tiraspol Europe/Athens", "2026-10-25T01:00:00Z", "+02:00"],
  // 2025b: a new zone. 2025a: Paraguay is at -03. 2024a: Kazakhstan has one time.
  ["America/Coyhaique America/Asuncion", "2025-07-01T12:00:00Z", "-03:00"],
  ["Asia/Almaty Asia/Qyzylorda", "2024-03-01T00:00:00Z", "+05:00"],
  // Rules that have been the same for long, far beyond the changes that files list.
  ["Europe/Berlin Europe/Paris Africa/Ceuta", "2045-07-01T12:00:00Z", "+02:00"],
  ["Europe/Berlin Europe/Paris Africa/Ceuta", "2045-12-01T12:00:00Z", "+01:00"],
  ["Europe/Dublin Europe/London Eire GB", "2026-07-01T12:00:00Z", "+01:00"],
  ["Europe/Dublin Europe/London Eire GB", "2026-12-01T12:00:00Z", "+00:00"],
  ["America/Toronto America/New_York US/Eastern", "2026-11-01T05:59:59Z", "-04:00"],
  ["America/Toronto America/New_York US/Eastern", "2026-11-01T06:00:00Z", "-05:00"],
  ["America/Santiago Chile/Continental", "2026-01-15T12:00:00Z", "-03:00"],
  ["America/Nuuk America/Godthab", "2026-07-01T12:00:00Z", "-01:00"],
  ["Australia/Lord_Howe Australia/LHI", "2026-01-15T12:00:00Z", "+11:00"],
  ["Australia/Lord_Howe Australia/LHI", "2026-07-15T12:00:00Z", "+10:30"],
  ["Asia/Kathmandu Asia/Katmandu", "2026-07-15T12:00:00Z", "+05:45"],
  ["Pacific/Chatham NZ-CHAT", "2026-01-15T12:00:00Z", "+13:45"],
  ["Pacific/Apia", "2011-12-30T09:59:59Z", "-10:00"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z", "+14:00"],
  ["Etc/GMT-14", "2026-01-15T12:00:00Z", "+14:00"],
  ["Europe/Amsterdam", "1939-01-01T00:00:00Z", "+00:20"],
];

function offsetText(ms: number): string {
  const minutes = Math.abs(ms) / 60_000;
  const two = (count: number) => String(count).padStart(2, "0");
  return `${ms < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

test("zones: have the offsets that the NEWS of tzdata and laws state", () => {
  const wrong = FACTS.flatMap(([zones, at, offset]) =>
    zones.split(" ").flatMap((zone) => {
      const found = offsetText(clockAt(Date.parse(at), zone).offsetMs);
      return found === offset ? [] : [`${zone} at ${at}: ${found}, not ${offset}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test("zones: have the usual abbreviations", () => {
  const named = (at: string, zone: string) => clockAt(Date.parse(at), zone).abbreviation;
  expect(named("2026-07-01T12:00:00Z", "Europe/Berlin")).toBe("CEST");
  expect(named("2026-12-01T12:00:00Z", "Asia/Kolkata")).toBe("IST");
  expect(named("2026-12-01T12:00:00Z", "Africa/Casablanca")).toBe("+00");
  expect(named("2026-12-01T12:00:00Z", "UTC")).toBe("UTC");
});

test("zones: every file of the package can be read, and names every zone that ICU names", () => {
  const { index, bytes, version } = readBundledZones();
  expect(version >= "2026f").toBe(true);
  for (const [, at, length] of index)
    expect(readTzif(bytes.subarray(at, at + length)).types.length).toBeGreaterThan(0);
  const names = new Set(index.map(([name]) => name));
  expect(Intl.supportedValuesOf("timeZone").filter((zone) => !names.has(zone))).toEqual([]);
});

test("zones: the zone data in use decide, not ICU", () => {
  const before = zoneFilesInUse();
  const bundled = readBundledZones();
  const renamed = bundled.index.map(
    ([name, ...place]) => [name === "Asia/Tokyo" ? "Europe/Berlin" : name, ...place] as const,
  );
  const swapped = {
    ...bundled,
    index: renamed.filter(([name], at) => name !== "Europe/Berlin" || bundled.index[at]?.[0] !== name),
  };
  try {
    useZones(swapped);
    expect(clockAt(Date.parse("2026-07-01T12:00:00Z"), "Europe/Berlin")).toEqual({
      offsetMs: 32_400_000,
      abbreviation: "JST",
    });
  } finally {
    useZones(before);
  }
});
