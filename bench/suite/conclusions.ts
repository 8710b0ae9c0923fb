import { isMoreBetter } from "./result.ts";
import { shown } from "./table.ts";
import type { Point } from "./workload.ts";

/** What the points of a course say. */

/** A single run of a point varies by so much. */
const NOISE = 1.25;
/** p99 and memory of one run vary too much, or depend on the caches. */
const JUDGED = /p50 \(ms\)$|\(\/s\)$|^processor time of (the service|PostgreSQL) /;

/**
 * Whether cost grows more than logarithmically: from n to m rows by more than log m / log n, the growth of the depth of a
 * tree, and a quarter for noise. The cost of a rate is its inverse.
 */
export function aboutGrowth(points: readonly Point[]): string[] {
  const [first, last, before] = [points[0], points.at(-1), points.at(-2)];
  if (!first || !last || !before || points.length < 2) return [];
  const allowed = logarithmic(first, last) * NOISE;
  const grown = Object.keys(last.measured.figures)
    .filter((figure) => JUDGED.test(figure))
    .map((figure) => ({
      figure,
      all: costRatio(figure, first, last),
      step: costRatio(figure, before, last),
    }));
  const sentence = (isMore: boolean) =>
    grown
      .filter(({ all }) => all > allowed === isMore)
      .map(({ figure, all, step }) => `${figure} ×${shown(all)} (last step ×${shown(step)})`)
      .join(", ") || "none";
  const sizes = `${first.x.toLocaleString("en")} to ${last.x.toLocaleString("en")}`;
  return [
    `Growth of the cost from ${sizes}: logarithmic is ×${shown(logarithmic(first, last))} (last step ×${shown(logarithmic(before, last))}), with a quarter for noise ×${shown(allowed)}.`,
    `**More than logarithmic**: ${sentence(true)}.`,
    `Not more: ${sentence(false)}.`,
  ];
}

function logarithmic(from: Point, to: Point): number {
  return Math.log(to.x) / Math.log(from.x);
}

function costRatio(figure: string, from: Point, to: Point): number {
  const [before = Number.NaN, after = Number.NaN] = [from, to].map(
    ({ measured }) => measured.figures[figure],
  );
  return isMoreBetter(figure) ? before / after : after / before;
}

const LEAST_POINTS = 5;
/** How much the second half may be above the first. */
const FLAT: readonly (readonly [RegExp, number])[] = [
  [/^peak memory of /, 1.1],
  [/^p99 \(ms\)$/, 1.25],
];

/** Whether memory and p99 are flat: the mean of the second half of the points against the first half without the first point. */
export function aboutFlatness(points: readonly Point[]): string[] {
  if (points.length < LEAST_POINTS)
    return [`Fewer than ${LEAST_POINTS} points do not show whether it is flat.`];
  const middle = Math.ceil(points.length / 2);
  return Object.keys(points[0]?.measured.figures ?? {}).flatMap((figure) => {
    const most = FLAT.find(([pattern]) => pattern.test(figure))?.[1];
    if (most === undefined) return [];
    const [before, after] = [meanOf(points.slice(1, middle), figure), meanOf(points.slice(middle), figure)];
    const change = after / before;
    const verdict = change <= most ? "flat" : "**not flat**";
    return [
      `${figure}: ${verdict}, ${shown(before)} in the first half, ${shown(after)} in the second (×${shown(change)}, at most ×${most}).`,
    ];
  });
}

function meanOf(points: readonly Point[], figure: string): number {
  return (
    points.reduce((sum, { measured }) => sum + (measured.figures[figure] ?? Number.NaN), 0) / points.length
  );
}
