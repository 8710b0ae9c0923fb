import { quantile, figures as quantilesOf } from "../load.ts";
import type { Interaction } from "./instruments.ts";
import type { Times } from "./lists.ts";
import type { LongTimeline } from "./long-timeline.ts";
import type { Scrolled, Vitals } from "./screens.ts";
import { type Figure, median, most, tableOf } from "./table.ts";
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

const READ_MS = 300;
const PAGES = ["page", "old page", "page back"];

/** The table for RESULTS.md, and below it each filter and the details. */
export function figuresOf(measured: Measured): string[] {
  const { lists, triggersMs, livezMs } = measured;
  return [
    ...tableOf([
      ...listFigures(lists),
      ...watchFigures(measured.watched),
      ...[...measured.boxes].map(([name, ms]): Figure => read(`Home: ${name}`, ms)),
      ...timelineFigures(measured),
      ...visitFigures("Home", measured.homeVisits),
      ...visitFigures("the list", measured.listVisits),
      clickFigure(measured.clicks),
      { name: "a trigger, p99", measured: quantile(triggersMs, 0.99), unit: "ms" },
      {
        name: "triggers refused",
        measured: triggersMs.filter((ms) => !Number.isFinite(ms)).length,
        unit: "",
        target: 0,
      },
      { name: "/livez, p99", measured: quantile(livezMs, 0.99), unit: "ms" },
    ]),
    "",
    ...filtersOf(lists).map(([name, ms]) => `filter: ${name}: ${shown(ms)}`),
    `triggers meanwhile: ${quantilesOf(triggersMs)}`,
    `/livez meanwhile: ${quantilesOf(livezMs)}`,
  ];
}

const read = (name: string, times: readonly number[]): Figure => ({
  name,
  measured: median(times),
  unit: "ms",
  target: READ_MS,
  ...(times.length > 1 ? { more: `slowest ${most(times).toFixed(0)}` } : {}),
});

const shown = (times: readonly number[]): string =>
  `${median(times).toFixed(0)} ms, slowest ${most(times).toFixed(0)} ms`;

const filtersOf = (lists: Times) =>
  [...lists].filter(([name]) => name !== "first row" && !PAGES.includes(name));

function listFigures(lists: Times): Figure[] {
  const filters = filtersOf(lists).toSorted(([, one], [, other]) => median(other) - median(one));
  const [slowest] = filters;
  return [
    read("first row of the list", lists.get("first row") ?? []),
    ...PAGES.map((name) => read(`the list, ${name}`, lists.get(name) ?? [])),
    read(
      `the list, median of ${filters.length} filters`,
      filters.map(([, ms]) => median(ms)),
    ),
    read(`the list, slowest filter (${slowest?.[0]})`, slowest?.[1] ?? []),
  ];
}

function watchFigures(watched: readonly Watched[]): Figure[] {
  const sum = (of: (one: Watched) => number) => watched.reduce((total, one) => total + of(one), 0);
  const lagsMs = watched.flatMap((one) => one.lagsMs);
  const samples = sum((one) => one.samples).toLocaleString("en");
  return [
    {
      name: "rows moved under the reader",
      measured: sum((one) => one.moved),
      unit: "",
      target: 0,
      more: `${samples} looks, ${sum((one) => one.newer)} new`,
    },
    {
      name: "pill names too many",
      measured: sum((one) => one.tooMany),
      unit: "",
      target: 0,
      more: `${samples} looks`,
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
  const [slowest] = clicks.toSorted((one, other) => other.tookMs - one.tookMs);
  return {
    name: `slowest of ${clicks.length} clicks and keys, slowed down (${slowest?.name})`,
    measured: slowest?.tookMs ?? 0,
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
