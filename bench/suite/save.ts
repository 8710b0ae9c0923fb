import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { barPlot, linePlot } from "./plot.ts";
import type { Points, Result } from "./result.ts";
import { pointLines, resultLines } from "./table.ts";

/** From bench/dist/suite. */
export const BENCH = fileURLToPath(new URL("../../", import.meta.url));

export function linesOf(result: Result | Points): string[] {
  return "points" in result ? pointLines(result) : resultLines(result);
}

/** Saves the raw figures, the plot, and the table in RESULTS.md of this directory. */
export function save(result: Result | Points, directory: string): void {
  const plot = "points" in result ? linePlot(result) : barPlot(result);
  write(join(directory, "results", `${result.name}.json`), `${JSON.stringify(result, rounded, 1)}\n`);
  write(join(directory, "plots", `${result.name}.svg`), plot);
  const page = join(directory, "RESULTS.md");
  write(page, withSection(existsSync(page) ? readFileSync(page, "utf8") : "# Results\n", result));
}

/** The text with the result's section, which is between two comments; a new section is added at the end. */
export function withSection(text: string, result: Result | Points): string {
  const [from, to] = [`<!-- suite: ${result.name} -->`, `<!-- end of ${result.name} -->`];
  const section = [
    from,
    `## ${result.title}`,
    "",
    ...linesOf(result),
    "",
    `![${result.title}](plots/${result.name}.svg)`,
    to,
  ].join("\n");
  const start = text.indexOf(from);
  if (start < 0) return `${text.trimEnd()}\n\n${section}\n`;
  return text.slice(0, start) + section + text.slice(text.indexOf(to) + to.length);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
}
