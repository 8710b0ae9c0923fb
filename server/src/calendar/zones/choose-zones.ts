import {
  bundledVersion,
  readBundledZones,
  readZonesIn,
  versionIn,
  type ZoneFiles,
  type ZoneVersion,
} from "./zone-files.ts";

/** Where operating systems keep TZif files. */
export const SYSTEM_FOLDER = "/usr/share/zoneinfo";

/**
 * The zone data that the setting chooses: `auto` the operating system's if they are newer than the package's, `bundled` the
 * package's, `system` the operating system's, or those of a folder.
 * @throws Error if the chosen place has none.
 */
export function chooseZones(setting: string, systemFolder = SYSTEM_FOLDER): ZoneFiles {
  if (setting === "bundled") return readBundledZones();
  if (setting === "auto") {
    const system = { version: versionIn(systemFolder) ?? "", source: "system" } as const;
    const isChosen = isNewer(system, bundledVersion());
    return (isChosen ? readZonesIn(systemFolder, "system") : undefined) ?? readBundledZones();
  }
  const [folder, source] =
    setting === "system" ? [systemFolder, "system" as const] : [setting, "folder" as const];
  const found = readZonesIn(folder, source);
  if (!found) throw new Error(`must name time zone data, but ${folder} has no TZif files of them`);
  return found;
}

/** @throws Error, the rest of the sentence "<setting> …", if the setting names a place without zone data. */
export function requireZones(setting: string): void {
  if (setting !== "auto" && setting !== "bundled") chooseZones(setting);
}

/** Zone data beside those in use that are newer, read now: the operating system may be upgraded under a running process. */
export function newerBeside(used: ZoneVersion, systemFolder = SYSTEM_FOLDER): ZoneVersion | undefined {
  const version = versionIn(systemFolder);
  const system: ZoneVersion[] = version === undefined ? [] : [{ version, source: "system" }];
  return [...system, bundledVersion()]
    .filter((one) => isNewer(one, used))
    .reduce<ZoneVersion | undefined>((best, one) => (best && !isNewer(one, best) ? best : one), undefined);
}

/** Versions are a year and a letter; after z come za, zb (tzdata's theory file). Any other text is not comparable. */
function isNewer(one: ZoneVersion, other: ZoneVersion): boolean {
  const [mine, theirs] = [rankOf(one.version), rankOf(other.version)];
  return mine !== undefined && theirs !== undefined && mine > theirs;
}

function rankOf(version: string): string | undefined {
  return /^(?:19|20)\d\d[a-z]{1,2}$/.test(version) ? version : undefined;
}
