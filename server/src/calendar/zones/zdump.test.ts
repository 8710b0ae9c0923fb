import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { chooseZones } from "./choose-zones.ts";
import { readTzif, typeAt, type ZoneRules } from "./tzif.ts";
import { versionIn, type ZoneFiles } from "./zone-files.ts";

/** The system's `zdump` as another reader of the same files: what it shows before and at each change of 1960 to 2045. */

const hasZdump = spawnSync("zdump", ["--version"]).error === undefined;
const folder = mkdtempSync(join(tmpdir(), "tidings-zdump-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINE = /^(\S+) +\w{3} (\w{3} +\d+ [\d:]+ -?\d+) UTC? = .* (\S+) isdst=\d gmtoff=(-?\d+)$/;
const MAX_OUTPUT = 256 * 1024 * 1024;

/** The moments that zdump lists of each zone, and what our reader says otherwise. */
function compare({ index, bytes }: ZoneFiles): { count: number; wrong: string[] } {
  const rulesAt = new Map<string, ZoneRules>();
  const known = new Set<string>();
  for (const [name, at, length] of index) {
    const file = bytes.slice(at, at + length);
    // Many names are links to one zone, and zdump is slow.
    if (known.size === known.add(Buffer.from(file).toString("latin1")).size) continue;
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
    rulesAt.set(path, readTzif(file));
  }
  const paths = [...rulesAt.keys()];
  const options = { encoding: "utf8", maxBuffer: MAX_OUTPUT } as const;
  const lines = execFileSync("zdump", ["-v", "-c", "1960,2045", ...paths], options).split("\n");
  let count = 0;
  const wrong = lines.filter((line) => {
    const [, path = "", utc, abbreviation, gmtoff] = LINE.exec(line) ?? [];
    const rules = rulesAt.get(path);
    if (!rules || utc === undefined) return false;
    count += 1;
    const found = typeAt(rules, Date.parse(`${utc} UTC`) / 1000);
    return found.offsetMs !== Number(gmtoff) * 1000 || found.abbreviation !== abbreviation;
  });
  return { count, wrong };
}

test.skipIf(!hasZdump)("the zones of the package: zdump reads the same", () => {
  const { count, wrong } = compare(chooseZones("bundled"));
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(20_000);
});

test.skipIf(!hasZdump || versionIn("/usr/share/zoneinfo") === undefined)(
  "the zones of the operating system: zdump reads the same",
  () => {
    const { count, wrong } = compare(chooseZones("system"));
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(20_000);
  },
);
