import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeZoneFolder } from "../../../testing/zone-folder.ts";
import { clockAt, isZone } from "../zoned-time.ts";
import { chooseZones, newerBeside, requireZones } from "./choose-zones.ts";
import { bundledVersion, type ZoneFiles } from "./zone-files.ts";
import { useZones, zoneFilesInUse } from "./zones.ts";

const { version: ours } = bundledVersion();
/** In the newer and in the older folder, Berlin has the rules of Tokyo. */
const replaced = { "Europe/Berlin": "Asia/Tokyo" };
const newer = makeZoneFolder({ version: "2099a", replaced });
const older = makeZoneFolder({ version: "2020a", replaced });
const unversioned = makeZoneFolder({ version: null, replaced });
const partial = makeZoneFolder({
  version: "2099b",
  replaced: { "America/Los_Angeles": "Asia/Tokyo", "Europe/Paris": new Uint8Array([84, 90, 105, 102, 50]) },
  left: ["US/Pacific", "Asia/Kolkata"],
});
const empty = join(newer.path, "empty");
mkdirSync(empty);
const before = zoneFilesInUse();
afterAll(() => {
  useZones(before);
  for (const folder of [newer, older, unversioned, partial]) folder.remove();
  rmSync(empty, { recursive: true, force: true });
});

const SUMMER = Date.parse("2026-07-01T12:00:00Z");
function hoursIn(files: ZoneFiles, zone: string): number {
  useZones(files);
  return clockAt(SUMMER, zone).offsetMs / 3_600_000;
}

test("auto: the operating system's zone data if they are newer, else those of the package", () => {
  expect(chooseZones("auto", newer.path)).toMatchObject({ version: "2099a", source: "system" });
  expect(hoursIn(chooseZones("auto", newer.path), "Europe/Berlin")).toBe(9);
  for (const folder of [older.path, unversioned.path, empty, "/nowhere"]) {
    expect(chooseZones("auto", folder)).toMatchObject({ version: ours, source: "bundled" });
  }
  expect(hoursIn(chooseZones("auto", older.path), "Europe/Berlin")).toBe(2);
});

test("settings: bundled, system and a folder are what they say, whatever is newer", () => {
  expect(chooseZones("bundled", newer.path)).toMatchObject({ version: ours, source: "bundled" });
  expect(chooseZones("system", older.path)).toMatchObject({ version: "2020a", source: "system" });
  expect(chooseZones(older.path, newer.path)).toMatchObject({ version: "2020a", source: "folder" });
  expect(hoursIn(chooseZones(older.path), "Europe/Berlin")).toBe(9);
});

test("settings: a place without zone data is refused", () => {
  const refusal = "must name time zone data, but /nowhere has no TZif files of them";
  expect(() => chooseZones("system", "/nowhere")).toThrow(refusal);
  expect(() => requireZones("/nowhere")).toThrow(refusal);
  expect(() => requireZones(empty)).toThrow("has no TZif files");
  for (const setting of ["auto", "bundled", older.path]) requireZones(setting);
});

test("a folder that states no version has one of its contents, which is never newer", () => {
  const { version } = chooseZones(unversioned.path);
  expect(version).toMatch(/^unversioned-[0-9a-f]{8}$/);
  expect(newerBeside({ version, source: "folder" }, newer.path)).toBeUndefined();
});

test("a name that a folder lacks has the folder's rules of its zone; a broken file, the package's", () => {
  const files = chooseZones(partial.path);
  expect(hoursIn(files, "US/Pacific")).toBe(9);
  expect(hoursIn(files, "Asia/Kolkata")).toBe(5.5);
  expect(hoursIn(files, "Europe/Paris")).toBe(2);
  expect(isZone("Factory")).toBe(false);
});

test("newerBeside: the newest of the system's and the package's, if it is newer than those in use", () => {
  const used = { version: ours, source: "bundled" } as const;
  expect(newerBeside(used, newer.path)).toEqual({ version: "2099a", source: "system" });
  expect(newerBeside(used, older.path)).toBeUndefined();
  expect(newerBeside(used, "/nowhere")).toBeUndefined();
  const old = { version: "2020a", source: "system" } as const;
  expect(newerBeside(old, older.path)).toEqual({ version: ours, source: "bundled" });
  expect(newerBeside(old, newer.path)).toEqual({ version: "2099a", source: "system" });
});
