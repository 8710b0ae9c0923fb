import { markdownTable } from "../markdown-table.ts";
import { isDisturbed } from "./foreign-load.ts";
import { advantage, disturbedRounds, figuresIn, type Points, type Result, spreadOf } from "./result.ts";

/** Results as Markdown. */

/** A table with a row for each figure and a column for each contender, and what a reader must know beside it. */
export function resultLines(result: Result): string[] {
  const names = result.contenders.map(({ name }) => name);
  const rows = figuresIn(result).map((figure) => [figure, ...cellsOf(result, figure)]);
  return [
    result.text,
    "",
    ...markdownTable(["Figure", ...names], rows),
    "",
    `${runOf(result)} Each cell: median of ${roundsOf(result)}, (least to most). ×N: ours is N times better than this contender; below 1 it is worse.`,
    ...result.contenders.flatMap(({ name, note }) => (note ? [`\`${name}\`: ${note}`] : [])),
    ...result.leftOut.map((reason) => `**Not measured here**, ${reason}.`),
    disturbanceOf(result),
  ];
}

/** A table with a row for each figure and a column for each point. */
export function pointLines(result: Points): string[] {
  const { points, xName, text, conclusions } = result;
  const figures = [...new Set(points.flatMap(({ measured }) => Object.keys(measured.figures)))];
  const head = points.map(({ x, measured }) => {
    const disturbed = isDisturbed(measured.foreignCores) ? " (disturbed)" : "";
    return `${x.toLocaleString("en")}${disturbed}`;
  });
  const rows = figures.map((figure) => [
    figure,
    ...points.map(({ measured }) => shown(measured.figures[figure])),
  ]);
  const table = markdownTable([xName, ...head], rows);
  const isAnyDisturbed = points.some(({ measured }) => isDisturbed(measured.foreignCores));
  const load = isAnyDisturbed ? "Disturbed: beside foreign load." : "No point was beside foreign load.";
  return [text, "", ...table, "", `${runOf(result)} ${load}`, ...conclusions];
}

function cellsOf(result: Result, figure: string): string[] {
  const ours = result.contenders.find(({ name }) => name === "ours");
  const oursMedian = ours && spreadOf(ours, figure)?.median;
  return result.contenders.map((contender) => {
    const spread = spreadOf(contender, figure);
    if (!spread) return "";
    const range = spread.min === spread.max ? "" : ` (${shown(spread.min)}–${shown(spread.max)})`;
    const ratio =
      contender === ours || !oursMedian ? "" : ` ×${shown(advantage(figure, oursMedian, spread.median))}`;
    return `${shown(spread.median)}${range}${ratio}`;
  });
}

function runOf({ startedAt, machine }: Result | Points): string {
  const { cores, memoryGb, node } = machine;
  return `${startedAt.slice(0, 16).replace("T", " ")} UTC, ${cores} cores, ${memoryGb} GiB, Node.js ${node.slice(1)}.`;
}

function roundsOf({ contenders, unit }: Result): string {
  const rounds = contenders[0]?.rounds ?? [];
  const count = rounds[0]?.operations ?? 0;
  const operations = `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
  return rounds.length === 1 ? `one round of ${operations}` : `${rounds.length} rounds of ${operations}`;
}

function disturbanceOf(result: Result): string {
  if (result.thrownAway === undefined) return "Foreign load was not watched.";
  const thrown = `${result.thrownAway} rounds were thrown away because of foreign load`;
  const disturbed = disturbedRounds(result);
  return disturbed === 0
    ? `${thrown}.`
    : `${thrown}; **${disturbed} rounds in this table are disturbed by it, too**.`;
}

/** Three significant digits; from a hundred on whole numbers. */
export function shown(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "";
  if (!Number.isFinite(value)) return "∞";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return Number(value.toPrecision(3)).toString();
}
