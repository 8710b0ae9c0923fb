import { quantile } from "../load.ts";
import { markdownTable } from "../markdown-table.ts";

/** A measured figure, and the most that it should be. */
export type Figure = {
  name: string;
  measured: number;
  unit: "ms" | "";
  target?: number;
  /** Further words behind the measured figure. */
  more?: string;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const most = (values: readonly number[]): number => Math.max(0, ...values);

/** The rows of a table as in RESULTS.md; the ratio is that of the measured figure to the target. */
export function tableOf(figures: readonly Figure[]): string[] {
  const head = ["Figure", "Target", "Measured (ratio to the target)"];
  const rows = figures.map((figure) => [figure.name, targetOf(figure), measuredOf(figure)]);
  return markdownTable(head, rows);
}

function targetOf({ target, unit }: Figure): string {
  return target === undefined ? "" : withUnit(target, unit);
}

function measuredOf({ measured, target, unit, more }: Figure): string {
  const ratio = target ? ` (${(measured / target).toFixed(2)})` : "";
  return `${withUnit(measured, unit)}${ratio}${more ? `, ${more}` : ""}`;
}

function withUnit(value: number, unit: string): string {
  if (unit === "") return Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(3);
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
}
