import type { Result } from "./result.ts";

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const COLUMNS: readonly [title: string, of: (result: Result) => string | number][] = [
  ["", ({ id }) => id],
  ["what", ({ title }) => title],
  ["faults", ({ faults }) => faults],
  ["acknowledged", ({ acknowledged }) => acknowledged],
  ["in doubt", ({ inDoubt }) => inDoubt],
  ["delivered", ({ delivered }) => delivered],
  ["lost", ({ lost }) => lost],
  ["given up", ({ givenUp }) => givenUp],
  ["duplicates, keyed provider", ({ duplicatesExact }) => duplicatesExact],
  ["duplicates, plain provider", ({ duplicatesPlain }) => duplicatesPlain],
  ["longest recovery", ({ longestRecoveryMs }) => seconds(longestRecoveryMs)],
  ["settled after", ({ settledMs }) => seconds(settledMs)],
  ["violations", ({ violations }) => violations.length],
  ["machine slower", ({ slowness }) => `${slowness.toFixed(1)} times`],
  ["took", ({ tookMs }) => seconds(tookMs)],
];

/** A Markdown table of results; its last line has the totals. */
export function tableOf(results: readonly Result[]): string {
  const lines = [...results, ...(results.length > 1 ? [sumOf(results)] : [])].map((result) =>
    COLUMNS.map(([, of]) => String(of(result))),
  );
  const titles = COLUMNS.map(([title]) => title);
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...lines.map((line) => line[index]?.length ?? 0)),
  );
  const print = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`;
  return [print(titles), print(widths.map((width) => "-".repeat(width))), ...lines.map(print)].join("\n");
}

function sumOf(results: readonly Result[]): Result {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  return {
    ...(results[0] as Result),
    id: "all",
    title: "",
    faults: sum(({ faults }) => faults),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    inDoubt: sum(({ inDoubt }) => inDoubt),
    delivered: sum(({ delivered }) => delivered),
    lost: sum(({ lost }) => lost),
    givenUp: sum(({ givenUp }) => givenUp),
    duplicatesExact: sum(({ duplicatesExact }) => duplicatesExact),
    duplicatesPlain: sum(({ duplicatesPlain }) => duplicatesPlain),
    longestRecoveryMs: Math.max(...results.map(({ longestRecoveryMs }) => longestRecoveryMs)),
    settledMs: Math.max(...results.map(({ settledMs }) => settledMs)),
    tookMs: sum(({ tookMs }) => tookMs),
    slowness: Math.max(...results.map(({ slowness }) => slowness)),
    violations: results.flatMap(({ violations }) => violations),
  };
}

const MAX_PER_INVARIANT = 8;

/** The first violations of each invariant, for the terminal. */
export function violationLines({ id, violations, answers }: Result): string[] {
  const counts = new Map<string, number>();
  const lines = violations.flatMap(({ invariant, what }) => {
    const count = (counts.get(invariant) ?? 0) + 1;
    counts.set(invariant, count);
    return count <= MAX_PER_INVARIANT ? [`  ${id} violates ${invariant}: ${what}`] : [];
  });
  const more = [...counts].filter(([, count]) => count > MAX_PER_INVARIANT);
  const rest = more.map(
    ([invariant, count]) => `  ${id} violates ${invariant} ${count - MAX_PER_INVARIANT} times more`,
  );
  return violations.length > 0
    ? [...lines, ...rest, `  ${id} answers to the client: ${JSON.stringify(answers)}`]
    : [];
}
