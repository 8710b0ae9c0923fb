import type { Result } from "./result.ts";

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const COLUMNS: readonly [title: string, of: (result: Result) => string | number][] = [
  ["", ({ id }) => id],
  ["what", ({ title }) => title],
  ["faults", ({ faults }) => faults],
  ["acknowledged", ({ acknowledged }) => acknowledged],
  ["in doubt", ({ inDoubt }) => inDoubt],
  ["delivered", ({ delivered }) => delivered],
  ["lost", ({ lost }) => lost],
  ["given up", ({ givenUp }) => givenUp],
  ["twice, keys known", ({ duplicatesExact }) => duplicatesExact],
  ["twice, plain", ({ duplicatesPlain }) => duplicatesPlain],
  ["longest recovery", ({ longestRecoveryMs }) => seconds(longestRecoveryMs)],
  ["at rest after", ({ settledMs }) => seconds(settledMs)],
  ["violations", ({ violations }) => violations.length],
  ["took", ({ tookMs }) => seconds(tookMs)],
];

/** One table in Markdown, the sum in its last line. */
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
    violations: results.flatMap(({ violations }) => violations),
  };
}

const MOST_TOLD = 8;

/** What broke, the first few of each kind. */
export function complaintsOf({ id, violations, answers }: Result): string[] {
  const told = new Map<string, number>();
  const lines = violations.flatMap(({ invariant, what }) => {
    const count = (told.get(invariant) ?? 0) + 1;
    told.set(invariant, count);
    return count <= MOST_TOLD ? [`  ${id} breaks ${invariant}: ${what}`] : [];
  });
  const more = [...told].filter(([, count]) => count > MOST_TOLD);
  const rest = more.map(
    ([invariant, count]) => `  ${id} breaks ${invariant} ${count - MOST_TOLD} times more`,
  );
  return violations.length > 0
    ? [...lines, ...rest, `  ${id} callers were answered ${JSON.stringify(answers)}`]
    : [];
}
