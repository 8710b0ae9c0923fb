import type { LinePair } from "./line-diff.ts";

/** Unchanged lines that stand around a change. */
const AROUND = 2;

/** The pairs of lines; of many unchanged ones after each other only their number. */
export function foldedRows(pairs: readonly LinePair[]): readonly (LinePair | number)[] {
  const isNear = pairs.map((_, at) =>
    pairs.slice(Math.max(at - AROUND, 0), at + AROUND + 1).some(({ isChanged }) => isChanged),
  );
  const rows: (LinePair | number)[] = [];
  pairs.forEach((pair, at) => {
    const last = rows.at(-1);
    if (isNear[at]) rows.push(pair);
    else if (typeof last === "number") rows[rows.length - 1] = last + 1;
    else rows.push(1);
  });
  return rows;
}
