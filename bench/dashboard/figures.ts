import { quantile } from "../load.ts";
import type { Figures } from "../suite/workload.ts";
import type { Interaction } from "./instruments.ts";
import type { Times } from "./lists.ts";
import type { LongTimeline } from "./long-timeline.ts";
import type { Scrolled, Vitals } from "./screens.ts";
import type { Watched } from "./watch.ts";

export type Measured = {
  watched: Watched[];
  lists: Times;
  boxes: Times;
  timeline: LongTimeline;
  scrolled: Scrolled[];
  slowlyScrolled: Scrolled[];
  homeVisits: Vitals[];
  listVisits: Vitals[];
  clicks: Interaction[];
  triggersMs: number[];
  livezMs: number[];
};

/** A measured figure, and the most that it should be. */
type Figure = { name: string; measured: number; unit: "ms" | ""; target?: number };

const median = (values: readonly number[]): number => quantile(values, 0.5);
const most = (values: readonly number[]): number => Math.max(0, ...values);

const READ_MS = 300;
const PAGES = ["page", "old page", "page back"];

/** The figures by their names with their units. */
export function figuresOf(measured: Measured): Figures {
  return Object.fromEntries(allFigures(measured).map((figure) => [nameOf(figure), figure.measured]));
}

/** Those that have a target. */
export function targetsOf(measured: Measured): Figures {
  return Object.fromEntries(
    allFigures(measured).flatMap((figure) =>
      figure.target === undefined ? [] : [[nameOf(figure), figure.target]],
    ),
  );
}

const nameOf = ({ name, unit }: Figure) => (unit === "" ? name : `${name} (${unit})`);

function allFigures(measured: Measured): Figure[] {
  const { lists, triggersMs, livezMs } = measured;
  return [
    ...listFigures(lists),
    ...watchFigures(measured.watched),
    ...[...measured.boxes].flatMap(([name, ms]) => read(`Home: ${name}`, ms)),
    ...timelineFigures(measured),
    ...visitFigures("Home", measured.homeVisits),
    ...visitFigures("the list", measured.listVisits),
    clickFigure(measured.clicks),
    { name: "a trigger meanwhile, p50", measured: quantile(triggersMs, 0.5), unit: "ms" },
    { name: "a trigger meanwhile, p99", measured: quantile(triggersMs, 0.99), unit: "ms" },
    {
      name: "triggers refused",
      measured: triggersMs.filter((ms) => !Number.isFinite(ms)).length,
      unit: "",
      target: 0,
    },
    { name: "/livez meanwhile, p99", measured: quantile(livezMs, 0.99), unit: "ms" },
  ];
}

/** The median and the slowest of several reads. */
function read(name: string, times: readonly number[]): Figure[] {
  const middle: Figure = { name, measured: median(times), unit: "ms", target: READ_MS };
  return times.length > 1
    ? [middle, { name: `${name}: slowest`, measured: most(times), unit: "ms" }]
    : [middle];
}

const filtersOf = (lists: Times) =>
  [...lists].filter(([name]) => name !== "first row" && !PAGES.includes(name));

function listFigures(lists: Times): Figure[] {
  return [
    ...read("first row of the list", lists.get("first row") ?? []),
    ...PAGES.flatMap((name) => read(`the list, ${name}`, lists.get(name) ?? [])),
    ...filtersOf(lists).flatMap(([name, ms]) => read(`filter: ${name}`, ms)),
  ];
}

function watchFigures(watched: readonly Watched[]): Figure[] {
  const sum = (of: (one: Watched) => number) => watched.reduce((total, one) => total + of(one), 0);
  const lagsMs = watched.flatMap((one) => one.lagsMs);
  return [
    { name: "looks at the list", measured: sum((one) => one.samples), unit: "" },
    { name: "new ones meanwhile", measured: sum((one) => one.newer), unit: "" },
    {
      name: "rows moved under the reader",
      measured: sum((one) => one.moved),
      unit: "",
      target: 0,
    },
    {
      name: "pill names too many",
      measured: sum((one) => one.tooMany),
      unit: "",
      target: 0,
    },
    { name: "pill lacks one for, slowest", measured: most(lagsMs), unit: "ms", target: 3_000 },
  ];
}

function timelineFigures({ timeline, scrolled, slowlyScrolled }: Measured): Figure[] {
  const name = `${timeline.steps} steps, ${timeline.details} details`;
  const longest = (all: readonly Scrolled[]) => most(all.flatMap(({ longTasks }) => longTasks));
  const unfolded = (all: readonly Scrolled[]) => median(all.map(({ unfoldMs }) => unfoldMs));
  return [
    {
      name: `${name}: longest task over 50 ms while scrolling`,
      measured: longest(scrolled),
      unit: "ms",
      target: 50,
    },
    { name: "the same, slowed down", measured: longest(slowlyScrolled), unit: "ms", target: 50 },
    { name: `${name}: unfolding all`, measured: unfolded(scrolled), unit: "ms", target: 200 },
    { name: "the same, slowed down", measured: unfolded(slowlyScrolled), unit: "ms" },
  ];
}

function clickFigure(clicks: readonly Interaction[]): Figure {
  return {
    name: "slowest click or key, slowed down",
    measured: most(clicks.map(({ tookMs }) => tookMs)),
    unit: "ms",
    target: 200,
  };
}

function visitFigures(screen: string, visits: readonly Vitals[]): Figure[] {
  const of = (name: keyof Vitals) => median(visits.map((visit) => visit[name]));
  return [
    { name: `first visit of ${screen}, slowed down: FCP`, measured: of("fcp"), unit: "ms", target: 1_200 },
    { name: `${screen}: LCP`, measured: of("lcp"), unit: "ms", target: 1_800 },
    { name: `${screen}: TBT`, measured: of("tbt"), unit: "ms", target: 200 },
    { name: `${screen}: CLS`, measured: of("cls"), unit: "", target: 0.02 },
  ];
}
