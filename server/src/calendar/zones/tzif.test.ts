import { expect, test } from "vitest";
import { readPosixRule, typeByRule } from "./posix-rule.ts";
import { readTzif, typeAt } from "./tzif.ts";

const HOUR_S = 3_600;
const atS = (text: string) => Date.parse(text) / 1000;

type Content = {
  changes?: [at: number, type: number][];
  types: [offsetS: number, abbreviation: number][];
  names: string;
};

/** A block of a TZif file with moments of 4 or 8 bytes. */
function blockOf(
  { changes = [], types, names }: Content,
  { version, timeBytes, leaps = 0 }: { version: string; timeBytes: 4 | 8; leaps?: number },
): Buffer {
  const header = Buffer.alloc(44);
  header.write(`TZif${version}`, "latin1");
  for (const [index, count] of [0, 0, leaps, changes.length, types.length, names.length].entries())
    header.writeUInt32BE(count, 20 + 4 * index);
  const times = changes.map(([at]) => {
    const bytes = Buffer.alloc(timeBytes);
    if (timeBytes === 4) bytes.writeInt32BE(at);
    else bytes.writeBigInt64BE(BigInt(at));
    return bytes;
  });
  const described = types.map(([offsetS, abbreviation]) => {
    const bytes = Buffer.alloc(6);
    bytes.writeInt32BE(offsetS);
    bytes.writeUInt8(abbreviation, 5);
    return bytes;
  });
  return Buffer.concat([
    header,
    ...times,
    Buffer.from(changes.map(([, type]) => type)),
    ...described,
    Buffer.from(names, "latin1"),
    Buffer.alloc(leaps * (timeBytes + 4)),
  ]);
}

const OLD: Content = { types: [[0, 0]], names: "OLD\0" };
const HONOLULU: Content = {
  changes: [
    [-2_334_101_314, 1],
    [-1_157_283_000, 2],
    [-1_155_436_200, 1],
  ],
  types: [
    [-37_886, 0],
    [-37_800, 4],
    [-34_200, 8],
  ],
  names: "LMT\0HST\0HDT\0",
};
const fileOf = (content: Content, footer: string) =>
  Buffer.concat([
    blockOf(OLD, { version: "2", timeBytes: 4 }),
    blockOf(content, { version: "2", timeBytes: 8 }),
    Buffer.from(`\n${footer}\n`, "latin1"),
  ]);

test("TZif: version 2 has the second block and the footer, and each change applies from its second on", () => {
  const rules = readTzif(fileOf(HONOLULU, "HST10"));
  const shown = (at: number) => typeAt(rules, at);
  expect(shown(-2_334_101_315)).toEqual({ offsetMs: -37_886_000, abbreviation: "LMT" });
  expect(shown(-2_334_101_314)).toEqual({ offsetMs: -37_800_000, abbreviation: "HST" });
  expect(shown(-1_157_283_001).abbreviation).toBe("HST");
  expect(shown(-1_157_283_000)).toEqual({ offsetMs: -34_200_000, abbreviation: "HDT" });
  expect(shown(atS("2026-01-01T00:00:00Z"))).toEqual({ offsetMs: -36_000_000, abbreviation: "HST" });
});

test("TZif: version 1 has one block with moments of 32 bits; after its last change nothing changes", () => {
  const content: Content = {
    changes: [[0, 1]],
    types: [
      [0, 0],
      [HOUR_S, 4],
    ],
    names: "OLD\0NEW\0",
  };
  const rules = readTzif(blockOf(content, { version: "\0", timeBytes: 4 }));
  expect(typeAt(rules, -1).abbreviation).toBe("OLD");
  expect(typeAt(rules, 0)).toEqual({ offsetMs: 3_600_000, abbreviation: "NEW" });
  expect(typeAt(rules, 4_000_000_000).abbreviation).toBe("NEW");
});

test("TZif: a file without changes has its footer for all times; without a footer, its first type", () => {
  const fixed: Content = { types: [[20_700, 0]], names: "+0545\0" };
  expect(typeAt(readTzif(fileOf(fixed, "")), 0)).toEqual({ offsetMs: 20_700_000, abbreviation: "+0545" });
  expect(typeAt(readTzif(fileOf(fixed, "<+05>-5")), 0)).toEqual({
    offsetMs: 18_000_000,
    abbreviation: "+05",
  });
});

test("TZif: any other content is refused", () => {
  const sound = fileOf(HONOLULU, "HST10");
  const unordered: Content = {
    ...HONOLULU,
    changes: [
      [5, 1],
      [5, 2],
    ],
  };
  const typeless: Content = { ...HONOLULU, changes: [[5, 9]] };
  const leaping = Buffer.concat([
    blockOf(OLD, { version: "2", timeBytes: 4 }),
    blockOf(OLD, { version: "2", timeBytes: 8, leaps: 1 }),
    Buffer.from("\n\n"),
  ]);
  const refused = [
    Buffer.alloc(0),
    Buffer.from("TZif"),
    Buffer.from("PNG".padEnd(200)),
    sound.subarray(0, 120),
    sound.subarray(0, sound.length - 2),
    fileOf(HONOLULU, "HST"),
    fileOf(unordered, "HST10"),
    fileOf(typeless, "HST10"),
    leaping,
    blockOf({ types: [], names: "" }, { version: "\0", timeBytes: 4 }),
  ];
  for (const file of refused) expect(() => readTzif(file)).toThrow();
});

/** Offsets in hours before and at the moment of the change, by the rule alone. */
const RULES: [rule: string, at: string, before: number, after: number][] = [
  ["CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 1, 2],
  ["CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 2, 1],
  ["EST5EDT,M3.2.0,M11.1.0", "2027-03-14T07:00:00Z", -5, -4],
  ["<-04>4<-03>,M9.1.6/24,M4.1.6/24", "2026-04-05T03:00:00Z", -3, -4],
  ["<-04>4<-03>,M9.1.6/24,M4.1.6/24", "2026-09-06T04:00:00Z", -4, -3],
  // Irish standard time is in summer: the "daylight time" is an hour behind.
  ["IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29T01:00:00Z", 0, 1],
  ["IST-1GMT0,M10.5.0,M3.5.0/1", "2026-10-25T01:00:00Z", 1, 0],
  ["<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -2, -1],
  ["EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 2, 3],
  ["<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-04-04T15:00:00Z", 11, 10.5],
  ["AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", 0, 1],
  ["AAA0BBB,59/0,J300/0", "2028-02-29T00:00:00Z", 0, 1],
];

test("POSIX rules: change at the second of their day, also beyond it, on both hemispheres", () => {
  for (const [rule, at, before, after] of RULES) {
    const read = readPosixRule(rule);
    const shown = [atS(at) - 1, atS(at)].map((moment) => typeByRule(read, moment).offsetMs / 3_600_000);
    expect([rule, ...shown]).toEqual([rule, before, after]);
  }
});

test("POSIX rules: daylight time that never ends, as RFC 9636 writes it, is shown all year", () => {
  const rule = readPosixRule("XXX3EDT4,0/0,J365/23");
  const year = Array.from({ length: 366 }, (_, day) => atS("2026-12-01T00:00:00Z") + day * 86_400);
  for (const at of [...year, atS("2027-01-01T03:00:00Z"), atS("2027-01-01T03:59:59Z")])
    expect(typeByRule(rule, at)).toEqual({ offsetMs: -14_400_000, abbreviation: "EDT" });
});

test("POSIX rules: any other text is refused", () => {
  for (const text of [
    "",
    "CET",
    "CET-1CEST",
    "C-1",
    "CET-1CEST,M3.5.0",
    "CET-1CEST,X,Y",
    ":Europe/Berlin",
    "<CET-1",
  ])
    expect(() => readPosixRule(text)).toThrow();
});
