import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readBundledZones } from "../src/calendar/zones/zone-files.ts";

/** A folder of TZif files, as an operating system has it. */
export type ZoneFolder = { readonly path: string; remove(): void };

type Contents = {
  /** As tzdata.zi states it; null: the folder states none. */
  version: string | null;
  /** Zones with the file of another zone, or with these bytes. */
  replaced?: Record<string, string | Uint8Array>;
  left?: readonly string[];
};

/** Writes the zones of the package, some of them replaced or left out. */
export function makeZoneFolder({ version, replaced = {}, left = [] }: Contents): ZoneFolder {
  const path = mkdtempSync(join(tmpdir(), "tidings-zones-"));
  const { index, bytes } = readBundledZones();
  const fileOf = (name: string) => {
    const [, at = 0, length = 0] = index.find(([one]) => one === name) ?? [];
    return bytes.slice(at, at + length);
  };
  for (const [name] of index) {
    if (left.includes(name)) continue;
    const given = replaced[name] ?? name;
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), typeof given === "string" ? fileOf(given) : given);
  }
  if (version !== null) writeFileSync(join(path, "tzdata.zi"), `# version ${version}\n`);
  return { path, remove: () => rmSync(path, { recursive: true }) };
}
