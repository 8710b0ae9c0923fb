import { expect, test } from "vitest";
import { barPlot, linePlot } from "./plot.ts";
import { advantage, figuresIn, medianOf, type Points, type Result, spreadOf } from "./result.ts";
import { withSection } from "./save.ts";
import { pointLines, resultLines, shown } from "./table.ts";

const about = {
  name: "x",
  title: "X < Y",
  text: "What X does.",
  unit: "trigger",
  startedAt: "2026-11-23T13:00:00.000Z",
  machine: { cores: 2, memoryGb: 24, processor: "", node: "v20.20.2", platform: "linux x64" },
};
const round = (perSecond: number, p99: number, foreignCores = 0) => ({
  operations: 3_000,
  figures: { "triggers (/s)": perSecond, "p99 (ms)": p99 },
  foreignCores,
});
const RESULT: Result = {
  ...about,
  thrownAway: 2,
  leftOut: ["bullmq: redis-server is missing"],
  contenders: [
    {
      name: "ours",
      rounds: [round(100, 4), round(300, 6), round(200, 5)],
      counted: { statements: 0.5, walBytes: 1_234.5 },
    },
    { name: "limit", note: "only rows.", rounds: [round(1_000, 1, 1), round(1_000, 1), round(1_000, 1)] },
  ],
};
const POINTS: Points = {
  ...about,
  xName: "minute",
  conclusions: ["It is flat."],
  points: [
    { x: 1, measured: round(10, 1) },
    { x: 2, measured: round(20, 2, 0.5) },
  ],
};

test("the median of an even number of rounds lies between the two in the middle", () => {
  expect([medianOf([3, 1, 2]), medianOf([4, 1, 2, 3]), medianOf([7])]).toEqual([2, 2.5, 7]);
});

test("a spread has median, least and most; counts have no spread", () => {
  const [ours] = RESULT.contenders;
  expect(ours && spreadOf(ours, "triggers (/s)")).toEqual({ median: 200, min: 100, max: 300 });
  expect(ours && spreadOf(ours, "statements per operation")).toEqual({ median: 0.5, min: 0.5, max: 0.5 });
  expect(ours && spreadOf(ours, "rows written per operation")).toBeUndefined();
  expect(figuresIn(RESULT).slice(0, 3)).toEqual(["triggers (/s)", "p99 (ms)", "statements per operation"]);
});

test("an advantage is above 1 where ours is better: more of a rate, less of anything else", () => {
  expect([advantage("triggers (/s)", 200, 100), advantage("p99 (ms)", 200, 100)]).toEqual([2, 0.5]);
});

test("the table shows losses like wins, and disturbed rounds", () => {
  const lines = resultLines(RESULT);
  expect(lines).toContainEqual(
    expect.stringMatching(/^\| triggers \(\/s\) +\| 200 \(100–300\) \| 1,000 ×0.2 +\|$/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^\| p99 \(ms\) +\| 5 \(4–6\) +\| 1 ×0.2 +\|$/));
  expect(lines).toContainEqual(expect.stringContaining("median of 3 rounds of 3,000 triggers"));
  expect(lines).toContain("`limit`: only rows.");
  expect(lines).toContain("**Not measured here**, bullmq: redis-server is missing.");
  expect(lines.at(-1)).toBe(
    "2 rounds were thrown away because of foreign load; **1 rounds in this table are disturbed by it, too**.",
  );
  expect(pointLines(POINTS).at(-1)).toBe("It is flat.");
  expect(pointLines(POINTS)).toContainEqual(
    expect.stringMatching(/^\| minute +\| 1 +\| 2 \(disturbed\) \|$/),
  );
  expect(pointLines(POINTS)).toContainEqual(expect.stringMatching(/^\| triggers \(\/s\) \| 10 +\| 20 +\|$/));
});

test("the sentence about foreign load fits the points", () => {
  expect(pointLines(POINTS)).toContainEqual(expect.stringMatching(/ Disturbed: beside foreign load\.$/));
  expect(pointLines({ ...POINTS, points: POINTS.points.slice(0, 1) })).toContainEqual(
    expect.stringMatching(/ No point was beside foreign load\.$/),
  );
});

test("figures have three digits; missing ones are empty", () => {
  const values = [1_234.5, 99.96, 0.01234, 0, Number.POSITIVE_INFINITY, undefined];
  expect(values.map(shown)).toEqual(["1,235", "100", "0.0123", "0", "∞", ""]);
});

test("a section of RESULTS.md is replaced, and added at the end when it is new", () => {
  const once = withSection("# Results\n\nBy hand.\n", RESULT);
  expect(once).toMatch(/^# Results\n\nBy hand\.\n\n<!-- suite: x -->\n## X < Y\n/);
  expect(withSection(`${once}\nMore.\n`, RESULT)).toBe(`${once}\nMore.\n`);
});

test("plots have a panel for each figure, and escape titles", () => {
  const bars = barPlot(RESULT);
  expect(bars.match(/<rect /g)).toHaveLength(1 + 4 + 2);
  expect(bars).toContain("X &lt; Y");
  expect(linePlot(POINTS).match(/<polyline /g)).toHaveLength(2);
});
