import { type LocalType, type PosixRule, readPosixRule, typeByRule } from "./posix-rule.ts";

/** The rules of a zone, as a TZif file has them. */
export type ZoneRules = {
  /** The moments of its changes in seconds since 1970, ascending. */
  changesAt: readonly number[];
  /** What applies before the first change, and from each change on. */
  types: readonly LocalType[];
  /** What applies after the last change; without it, what applied last. */
  rule: PosixRule | undefined;
};

const MAGIC = 0x54_5a_69_66;
const HEADER_BYTES = 44;
const TYPE_BYTES = 6;
/** Files of tzdata have at most 250 changes and 20 types. */
const COUNT_MAX = 10_000;

/** A block of the file: where its data begin, and what it has. */
type Block = {
  version: number;
  at: number;
  /** Bytes of a moment: 4 in the first block, 8 in the second. */
  timeBytes: number;
  leaps: number;
  changes: number;
  types: number;
  chars: number;
  endsAt: number;
};

/**
 * Reads a TZif file (RFC 9636): of version 1 its only block, of later versions the second block and the footer.
 * @throws Error for any other content, and for a file that counts leap seconds, as no clock of ours does.
 */
export function readTzif(bytes: Uint8Array): ZoneRules {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = readHeader(view, 0, 4);
  if (first.version === 0) return { ...readBlock(view, first), rule: undefined };
  const second = readHeader(view, first.endsAt, 8);
  const footer = /^\n([^\n]*)\n/.exec(textOf(bytes.subarray(second.endsAt)));
  if (!footer) throw new Error("a TZif file without its footer");
  const [, rule = ""] = footer;
  return { ...readBlock(view, second), rule: rule === "" ? undefined : readPosixRule(rule) };
}

/** What the clocks show at this moment, in seconds since 1970. */
export function typeAt({ changesAt, types, rule }: ZoneRules, atS: number): LocalType {
  const last = changesAt.at(-1);
  if (rule && (last === undefined || atS >= last)) return typeByRule(rule, atS);
  let [before, after] = [-1, changesAt.length];
  while (after - before > 1) {
    const middle = (before + after) >> 1;
    if ((changesAt[middle] as number) <= atS) before = middle;
    else after = middle;
  }
  return types[before + 1] as LocalType;
}

function readHeader(view: DataView, start: number, timeBytes: number): Block {
  if (view.getUint32(start) !== MAGIC) throw new Error("not a TZif file");
  const counts = [20, 24, 28, 32, 36, 40].map((place) => view.getUint32(start + place));
  if (counts.some((count) => count > COUNT_MAX)) throw new Error("a TZif file that is too large");
  const [utFlags = 0, standardFlags = 0, leaps = 0, changes = 0, types = 0, chars = 0] = counts;
  const at = start + HEADER_BYTES;
  const leapBytes = leaps * (timeBytes + 4);
  const endsAt =
    at + changes * (timeBytes + 1) + types * TYPE_BYTES + chars + leapBytes + standardFlags + utFlags;
  return { version: view.getUint8(start + 4), at, timeBytes, leaps, changes, types, chars, endsAt };
}

function readBlock(view: DataView, block: Block): Omit<ZoneRules, "rule"> {
  if (block.types === 0) throw new Error("a TZif file without types");
  if (block.leaps > 0) throw new Error("a TZif file with leap seconds");
  const { at, timeBytes, changes } = block;
  const changesAt = Array.from({ length: changes }, (_, index) => {
    const place = at + index * timeBytes;
    return timeBytes === 4 ? view.getInt32(place) : Number(view.getBigInt64(place));
  });
  if (changesAt.some((moment, index) => moment <= (changesAt[index - 1] ?? Number.NEGATIVE_INFINITY))) {
    throw new Error("a TZif file whose changes are not in order");
  }
  const typesAt = at + changes * timeBytes;
  const types = Array.from({ length: block.types }, (_, index) =>
    readType(view, { block, index, firstAt: typesAt + changes }),
  );
  const numbers = [0, ...Array.from({ length: changes }, (_, index) => view.getUint8(typesAt + index))];
  return { changesAt, types: numbers.map((number) => known(types, number)) };
}

function known(types: readonly LocalType[], number: number): LocalType {
  const type = types[number];
  if (!type) throw new Error("a TZif file that names a type which it does not have");
  return type;
}

type TypePlace = { block: Block; index: number; firstAt: number };

function readType(view: DataView, { block, index, firstAt }: TypePlace): LocalType {
  const place = firstAt + index * TYPE_BYTES;
  const namesAt = firstAt + block.types * TYPE_BYTES;
  const names = new Uint8Array(view.buffer, view.byteOffset + namesAt, block.chars);
  const name = names.subarray(view.getUint8(place + 5));
  const end = name.indexOf(0);
  return { offsetMs: view.getInt32(place) * 1000, abbreviation: textOf(name.subarray(0, Math.max(end, 0))) };
}

/** A TextDecoder refuses memory that threads share. */
function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
