/** A span of time by its level: the number of leading characters of `YYYYMMDDHH24MI` (UTC). The end is exclusive. */
export type MinuteSpan = { level: number; from: string; to: string };

/** Moments in milliseconds since 1970; the end is exclusive. */
export type TimeRange = { from: number; to: number };

const MINUTE_MS = 60_000;
const UNITS = [
  { level: 8, ms: 24 * 60 * MINUTE_MS },
  { level: 10, ms: 60 * MINUTE_MS },
  { level: 12, ms: MINUTE_MS },
] as const;
type Unit = (typeof UNITS)[number];

/** The years of four digits, whose texts are in the order of time. */
const EARLIEST = Date.UTC(1970, 0);
const LATEST = Date.UTC(9_999, 0);

/** The minutes that are whole in a range, as few days, hours and minutes; undefined if none is. */
export function wholeMinutes(
  range: TimeRange,
): { ms: TimeRange; all: MinuteSpan; spans: MinuteSpan[] } | undefined {
  const clamp = (at: number) => Math.min(Math.max(at, EARLIEST), LATEST);
  const ms = { from: roundUp(clamp(range.from), MINUTE_MS), to: roundDown(clamp(range.to), MINUTE_MS) };
  if (ms.from >= ms.to) return undefined;
  return { ms, all: textOf(ms, 12), spans: spansOf(ms, UNITS) };
}

function spansOf({ from, to }: TimeRange, [unit, ...smaller]: readonly Unit[]): MinuteSpan[] {
  if (!unit || from >= to) return [];
  const inside = { from: roundUp(from, unit.ms), to: roundDown(to, unit.ms) };
  if (inside.from >= inside.to) return spansOf({ from, to }, smaller);
  return [
    ...spansOf({ from, to: inside.from }, smaller),
    textOf(inside, unit.level),
    ...spansOf({ from: inside.to, to }, smaller),
  ];
}

const roundUp = (at: number, ms: number): number => Math.ceil(at / ms) * ms;
const roundDown = (at: number, ms: number): number => Math.floor(at / ms) * ms;

function textOf({ from, to }: TimeRange, level: number): MinuteSpan {
  const text = (at: number) => new Date(at).toISOString().replaceAll(/\D/g, "").slice(0, level);
  return { level, from: text(from), to: text(to) };
}
