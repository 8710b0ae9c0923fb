import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTzif } from "./tzif.ts";

/** Where zone data come from: the operating system, the package, or a folder that a setting names. */
export type ZoneSource = "system" | "bundled" | "folder";

/** The version of zone data, as tzdata names it ("2026f"), and where they are. */
export type ZoneVersion = { version: string; source: ZoneSource };

/** All TZif files of one version in memory that threads share. */
export type ZoneFiles = ZoneVersion & {
  index: readonly (readonly [name: string, at: number, length: number])[];
  bytes: Uint8Array;
};

type NamedFile = readonly [name: string, bytes: Uint8Array];

/** The copy in the package, which `scripts/renew-zones.mjs` writes from tzdata. The path works from src/ and from dist/. */
const BUNDLE = new URL("../../../zones/tzdata.json", import.meta.url);
/** `links`: other names of the same zone. `zones`: the TZif file of each zone in base64. */
type Bundle = { version: string; zones: Record<string, string>; links: Record<string, string> };

let bundle: Bundle | undefined;
/** Read once: it takes 3 ms, and tests start hundreds of services in one process. */
function readBundle(): Bundle {
  bundle ??= JSON.parse(readFileSync(BUNDLE, "utf8")) as Bundle;
  return bundle;
}

export function bundledVersion(): ZoneVersion {
  return { version: readBundle().version, source: "bundled" };
}

export function readBundledZones(): ZoneFiles {
  return pack(bundledVersion(), [...bundledFiles()]);
}

function bundledFiles(): Map<string, Uint8Array> {
  const { zones, links } = readBundle();
  const files = new Map<string, Uint8Array>(
    Object.entries(zones).map(([name, text]) => [name, Buffer.from(text, "base64")]),
  );
  for (const [name, target] of Object.entries(links)) files.set(name, files.get(target) as Uint8Array);
  return files;
}

/** The version of the zone data in a folder; undefined if the folder does not say it. */
export function versionIn(folder: string): string | undefined {
  const said = /^# version (\w{5,20})\s/.exec(textIn(folder, "tzdata.zi").slice(0, 100))?.[1];
  return said ?? /^(\w{5,20})\s*$/.exec(textIn(folder, "+VERSION"))?.[1];
}

function textIn(folder: string, name: string): string {
  return fileIn(folder, name)?.toString("latin1") ?? "";
}

function fileIn(folder: string, name: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, name));
  } catch {
    return undefined;
  }
}

/** Fewer zones are no zone data, only what a small image has kept of them. */
const ZONES_MIN = 100;

/**
 * The zone data of a folder such as /usr/share/zoneinfo; undefined if it has none. A name that the folder lacks (Debian 13
 * has the older ones in a package of their own) has the folder's rules of the zone that it stands for, or else those of the package.
 */
export function readZonesIn(folder: string, source: ZoneSource): ZoneFiles | undefined {
  const { links } = readBundle();
  const files = bundledFiles();
  const own = new Map<string, Uint8Array>();
  for (const name of new Set([...files.keys(), ...namesIn(folder)])) {
    const file = fileIn(folder, name);
    if (file && isReadable(file)) own.set(name, file);
  }
  if (own.size < ZONES_MIN) return undefined;
  const target = (name: string) => own.get(links[name] ?? "");
  const all = [...new Set([...files.keys(), ...own.keys()])].map((name): NamedFile => {
    return [name, own.get(name) ?? target(name) ?? (files.get(name) as Uint8Array)];
  });
  const version = versionIn(folder) ?? `unversioned-${hashOf([...own])}`;
  return pack({ version, source }, all);
}

/** The names of the zones and links in tzdata.zi: a folder may have zones that are newer than the package. */
function namesIn(folder: string): string[] {
  const names = textIn(folder, "tzdata.zi").matchAll(/^(?:Z ([\w+/-]+) |L \S+ ([\w+/-]+)$)/gm);
  return [...names].map(([, zone, link]) => zone ?? link ?? "");
}

function isReadable(file: Buffer): boolean {
  try {
    return readTzif(file).types.length > 0;
  } catch {
    return false;
  }
}

function hashOf(files: readonly NamedFile[]): string {
  const hash = createHash("sha256");
  for (const [name, bytes] of files) hash.update(name).update(bytes);
  return hash.digest("hex").slice(0, 8);
}

function pack(version: ZoneVersion, files: readonly NamedFile[]): ZoneFiles {
  const length = files.reduce((sum, [, { byteLength }]) => sum + byteLength, 0);
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  let at = 0;
  const index = files.map(([name, file]) => {
    bytes.set(file, at);
    at += file.byteLength;
    return [name, at - file.byteLength, file.byteLength] as const;
  });
  return { ...version, index, bytes };
}
