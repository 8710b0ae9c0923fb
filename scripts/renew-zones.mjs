// Renews the bundled copy of the time zone data (server/zones/tzdata.json) from compiled ones that are newer: those of the
// operating system, or of the folder in the first argument. `npm version` runs it, so that each release has the newest data
// that its machine has. It reads and checks the files with the built service: run `npm run build` before it.
//
// tzdata is in the public domain. The copy has each zone as a TZif file (RFC 9636) in base64, one zone a line, so that a
// diff names the zones that changed. Files of the "fat" kind repeat the rule of their footer until 2037: those changes are left out.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { typeByRule } from "../server/dist/calendar/zones/posix-rule.js";
import { readTzif, typeAt } from "../server/dist/calendar/zones/tzif.js";

const COPY = join(import.meta.dirname, "..", "server", "zones", "tzdata.json");
const DAY_S = 86_400;
/** The longest time between two changes that the footer's rule is compared for. */
const YEAR_S = 400 * DAY_S;
const HEADER_BYTES = 44;

const folder = process.argv[2] ?? "/usr/share/zoneinfo";
const source = existsSync(join(folder, "tzdata.zi")) ? readFileSync(join(folder, "tzdata.zi"), "utf8") : "";
const version = /^# version (\w+)/.exec(source)?.[1];
const before = existsSync(COPY) ? JSON.parse(readFileSync(COPY, "utf8")).version : "";

if (version === undefined || version <= before) {
  say(`Time zone data: the copy is ${before}, ${folder} has ${version ?? "no tzdata.zi"}; nothing to renew.`);
} else {
  writeFileSync(COPY, `${JSON.stringify(copyOf(source), null, 2)}\n`);
  say(`Time zone data: the copy was ${before || "missing"} and is now ${version}.`);
}

function say(sentence) {
  process.stdout.write(`${sentence}\n`);
}

function copyOf(text) {
  const names = [...text.matchAll(/^Z (\S+) /gm)]
    .map(([, name]) => name)
    .filter((name) => name !== "Factory");
  const links = new Map([...text.matchAll(/^L (\S+) (\S+)$/gm)].map(([, target, name]) => [name, target]));
  const zoneOf = (name) => (links.has(name) ? zoneOf(links.get(name)) : name);
  return {
    version,
    licence: "Public domain: the IANA Time Zone Database (tzdata).",
    zones: Object.fromEntries(
      names.sort().map((name) => [name, slim(name, readFileSync(join(folder, name)))]),
    ),
    links: Object.fromEntries([...links.keys()].sort().map((name) => [name, zoneOf(name)])),
  };
}

function slim(name, file) {
  const rules = readTzif(file);
  const kept = file.subarray(secondBlock(file));
  const copy = withChanges(kept, changesToKeep(rules));
  const samples = rules.changesAt.flatMap((at) => [at - 1, at, at + DAY_S]);
  const slimmed = readTzif(copy);
  for (const at of [...samples, ...yearly(1970, 2100)]) {
    if (JSON.stringify(typeAt(rules, at)) !== JSON.stringify(typeAt(slimmed, at))) {
      throw new Error(`the copy of ${name} differs at ${at}`);
    }
  }
  return copy.toString("base64");
}

/** Twenty moments of each year. */
function yearly(from, to) {
  return Array.from({ length: (to - from) * 20 }, (_, index) => Date.UTC(from, 0, 1 + index * 18) / 1000);
}

function changesToKeep({ changesAt, types, rule }) {
  let kept = changesAt.length;
  while (rule && kept > 1 && isByRule(rule, types[kept - 1], changesAt[kept - 2], changesAt[kept - 1]))
    kept--;
  return kept;
}

/** Whether the rule says the same from one change to the next. */
function isByRule(rule, type, from, to) {
  if (to - from > YEAR_S) return false;
  const moments = [
    to - 1,
    ...Array.from({ length: Math.ceil((to - from) / DAY_S) }, (_, day) => from + day * DAY_S),
  ];
  return moments.every((at) => JSON.stringify(typeByRule(rule, at)) === JSON.stringify(type));
}

function countsAt(file, at) {
  return [20, 24, 28, 32, 36, 40].map((place) => file.readUInt32BE(at + place));
}

function secondBlock(file) {
  const [ut, standard, leaps, changes, types, chars] = countsAt(file, 0);
  return HEADER_BYTES + changes * 5 + types * 6 + chars + leaps * 8 + standard + ut;
}

/** A file with an empty first block, and of the second block the first changes. */
function withChanges(block, kept) {
  const [ut, standard, , changes, types, chars] = countsAt(block, 0);
  const timesAt = HEADER_BYTES;
  const numbersAt = timesAt + changes * 8;
  const typesAt = numbersAt + changes;
  const namesEnd = typesAt + types * 6 + chars;
  const version = block.subarray(4, 5).toString("latin1");
  return Buffer.concat([
    header(version, [0, 0, 0, 0, 1, 1]),
    Buffer.alloc(7),
    header(version, [0, 0, 0, kept, types, chars]),
    block.subarray(timesAt, timesAt + kept * 8),
    block.subarray(numbersAt, numbersAt + kept),
    block.subarray(typesAt, namesEnd),
    block.subarray(namesEnd + standard + ut),
  ]);
}

function header(version, counts) {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write(`TZif${version}`, "latin1");
  for (const [index, count] of counts.entries()) bytes.writeUInt32BE(count, 20 + 4 * index);
  return bytes;
}
