import { WEEKDAYS, type Weekday } from "@tidings/contract";
import { expect, test } from "vitest";

/**
 * A second implementation of zones for the oracle tests, independent of the first: it reads a zone's offsets from ICU's
 * names ("GMT+05:45"), and finds everything by stepping through time. Slow but simple. ICU has its own zone data, which
 * Node.js brings; the service reads tzdata. ORACLE_RUNS=20 tests twenty times as many moments, ORACLE_SEED=7 tests other
 * moments and years.
 */

export const [MINUTE, QUARTER, HOUR, DAY] = [60_000, 900_000, 3_600_000, 86_400_000];
const RUNS = Number(process.env.ORACLE_RUNS ?? 1);
const ALIASES =
  "UTC GMT EST EST5EDT US/Pacific US/Eastern Asia/Calcutta Asia/Kolkata Asia/Katmandu Europe/Kyiv Europe/Kiev Zulu " +
  "America/Buenos_Aires Asia/Saigon Australia/ACT Cuba Egypt Iran Israel Japan NZ NZ-CHAT Navajo PRC ROK Singapore " +
  "Turkey W-SU Etc/GMT+12 Etc/GMT-14 europe/lisbon";

/**
 * Zones whose rules for 2023 and later changed, by the version of tzdata that has the change (its NEWS). An older ICU does not know
 * them; `zone-news.test.ts` has their offsets.
 */
const CHANGED: Record<string, string> = {
  "2026a": "Europe/Chisinau Europe/Tiraspol",
  "2026b": "America/Vancouver Canada/Pacific",
  "2026c": "America/Edmonton America/Yellowknife Canada/Mountain Africa/Casablanca Africa/El_Aaiun",
  "2026d": "America/Inuvik",
  "2026e": "America/Winnipeg America/Rainy_River Canada/Central",
  "2026f": "America/Havana Cuba",
};
const UNKNOWN_TO_ICU = new Set(
  Object.entries(CHANGED).flatMap(([version, zones]) =>
    (process.versions.tz ?? "") < version ? zones.split(" ") : [],
  ),
);

export type Change = { at: number; before: number; after: number };
export type ZoneTable = { zone: string; first: number; changes: Change[] };

let state = Number(process.env.ORACLE_SEED ?? 1);
export function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
export const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
/** A random non-empty subset, in order. */
export function some<Item>(items: readonly Item[]): Item[] {
  const first = pick(items);
  return items.filter((item) => item === first || random(items.length) < 2);
}
export const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

const START = Date.UTC(2023 + random(4), 0, 1);
export const END = START + 728 * DAY;

/** Clock changes are weeks apart (Morocco's closest pair is 28 days), so four-day steps find each of them. */
function tableOf(zone: string): ZoneTable {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "longOffset" });
  const changes: Change[] = [];
  let before = namedOffset(format, START);
  for (let from = START; from < END; from += 4 * DAY) {
    const after = namedOffset(format, from + 4 * DAY);
    if (after === before) continue;
    let at = from;
    for (const step of [DAY, HOUR, MINUTE]) while (namedOffset(format, at + step) === before) at += step;
    changes.push({ at: at + MINUTE, before, after });
    before = after;
  }
  return { zone, first: namedOffset(format, START), changes };
}

function namedOffset(format: Intl.DateTimeFormat, at: number): number {
  const name = format.format(at);
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) as RegExpExecArray;
  return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE) : 0;
}

export const TABLES = [...new Set([...Intl.supportedValuesOf("timeZone"), ...ALIASES.split(" ")])]
  .filter((zone) => !UNKNOWN_TO_ICU.has(zone))
  .map(tableOf);

export function localAt({ first, changes }: ZoneTable, at: number): number {
  return at + (changes.findLast((change) => change.at <= at)?.after ?? first);
}

export const weekdayAt = (local: number) => WEEKDAYS[(new Date(local).getUTCDay() + 6) % 7] as Weekday;

/** Moments around and at each clock change, and at random. */
export function interestingMoments({ changes }: ZoneTable, aroundEach: number, anywhere: number): number[] {
  const near = changes.flatMap(({ at }) =>
    times(aroundEach * RUNS, () => at + (random(480) - 384) * QUARTER),
  );
  const close = changes.flatMap(({ at }) => [at, at - 1000, at + (random(17) - 8) * QUARTER]);
  const far = times(anywhere * RUNS, () => START + random(728) * DAY + random(1440) * MINUTE);
  return [...near, ...close, ...far].filter((at) => at > START + 2 * DAY && at < END - 20 * DAY);
}

/** All moments that show a local time on a quarter of an hour, found by trying each quarter. */
export function showing(table: ZoneTable, local: number): number[] {
  return times(121, (index) => local + (index - 60) * QUARTER).filter((at) => localAt(table, at) === local);
}

/**
 * The first moment that shows the local time; for a time in a gap, the moment as far after the gap as the time lies
 * in it.
 */
export function firstShowing(table: ZoneTable, local: number): number {
  const [first] = showing(table, local);
  if (first !== undefined) return first;
  const gap = table.changes.find(
    ({ at, before, after }) => local >= at + before && local < at + after,
  ) as Change;
  return gap.at + (local - (gap.at + gap.before));
}

/** Comparing ten thousand results with `expect` would take longer than computing them. */
export function disagreementsOf() {
  const disagreements: string[] = [];
  const compare = (input: unknown, found: unknown, expected: unknown) => {
    if (found === expected || JSON.stringify(found) === JSON.stringify(expected)) return;
    disagreements.push(`${JSON.stringify(input)}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  };
  return { disagreements, compare };
}

test("oracle: knows every zone, and the clock changes of Berlin", () => {
  expect(TABLES.length).toBeGreaterThan(430);
  const { changes } = TABLES.find(({ zone }) => zone === "Europe/Berlin") as ZoneTable;
  expect(changes.map(({ before, after }) => (after - before) / HOUR)).toEqual([1, -1, 1, -1]);
  expect(changes.map(({ at }) => [weekdayAt(at), (at % DAY) / HOUR])).toEqual(Array(4).fill(["sunday", 1]));
});
