import { cutTo, oneLine, padTo, widthOf } from "./one-line.ts";

export type Cell = string | number | boolean | null | undefined;

export type Column<T> = {
  readonly title: string;
  readonly of: (item: T) => Cell;
  /** Never truncated, for example ids, which users copy. */
  readonly isWhole?: true;
};

const GAP = "  ";
/** Limit of a cell when the output is not a terminal. */
const MAX_CELL = 60;
const MIN_CELL = 8;

/** Aligned columns. In a terminal they fit its width, unless the columns that are never truncated are wider. */
export function table<T>(items: readonly T[], columns: readonly Column<T>[], terminalWidth?: number): string {
  const titles = columns.map(({ title }) => title);
  const rows = [titles, ...items.map((item) => columns.map((column) => shown(column.of(item))))];
  const widths = columnWidths(rows, columns, terminalWidth);
  return rows.map((row) => line(row, widths)).join("\n");
}

/** Names and values, one per line; omits entries without a value. */
export function card(entries: readonly (readonly [name: string, value: Cell])[]): string {
  const filled = entries.filter(([, value]) => value !== undefined && value !== null && value !== "");
  const width = Math.max(0, ...filled.map(([name]) => widthOf(name)));
  return filled.map(([name, value]) => `${padTo(name, width)}${GAP}${shown(value)}`).join("\n");
}

/** An ISO time without its letters and fraction, unchanged in UTC. */
export function moment(iso: string | undefined): string | undefined {
  return iso?.replace("T", " ").replace(/\.\d+Z$|Z$/, "");
}

function shown(value: Cell): string {
  const text = value === undefined || value === null ? "" : oneLine(String(value));
  return text === "" ? "-" : text;
}

function columnWidths<T>(
  rows: readonly string[][],
  columns: readonly Column<T>[],
  terminalWidth: number | undefined,
): number[] {
  const natural = columns.map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] as string))));
  const canShrink = (index: number) => !columns[index]?.isWhole;
  if (terminalWidth === undefined) {
    return natural.map((width, index) => (canShrink(index) ? Math.min(width, MAX_CELL) : width));
  }
  return shrink(natural, canShrink, terminalWidth - GAP.length * (columns.length - 1));
}

/** Narrows the widest shrinkable column until all fit, or no column can shrink further. */
function shrink(natural: readonly number[], canShrink: (index: number) => boolean, room: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  for (; excess > 0; excess -= 1) {
    const candidates = widths.map((width, index) => (canShrink(index) ? width : 0));
    const widest = Math.max(...candidates);
    if (widest <= MIN_CELL) break;
    widths[candidates.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function line(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, index) => {
    const width = widths[index] as number;
    return padTo(cutTo(cell, width), width);
  });
  return cells.join(GAP).trimEnd();
}
