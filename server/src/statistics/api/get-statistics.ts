import {
  getStatistics as operation,
  STATISTICS_RANGE_DAYS,
  type Statistics,
  type StatisticsPeriod,
} from "@tidings/contract";
import { readTime } from "../../environments/environment-store.ts";
import { AppError } from "../../foundation/app-error.ts";
import { endpoint } from "../../http/endpoint.ts";
import { type GroupRow, type PeriodRow, type Range, readGroups, readPeriods } from "../statistics-store.ts";

const HOUR_MS = 3_600_000;
const LENGTH_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;
/** Without `from`. */
const DEFAULT_LENGTH_MS = { hour: 24 * HOUR_MS, day: 30 * 24 * HOUR_MS } as const;

export const getStatisticsEndpoint = endpoint(operation, async ({ database, environment, query }) => {
  const { per = "hour", by } = query;
  const to = query.to === undefined ? (await readTime(database, environment.id)).now : new Date(query.to);
  const from =
    query.from === undefined ? new Date(to.getTime() - DEFAULT_LENGTH_MS[per]) : new Date(query.from);
  const range = rangeOf(from, to, per);
  const [periods, groups] = await Promise.all([
    readPeriods(database, environment.id, range),
    by && readGroups(database, environment.id, by, range),
  ]);
  const shown = groups?.map((row) => toGroup(row, by === "workflow"));
  return toStatistics(range, allPeriods(periods, range), shown);
});

/** @throws AppError bad_request if it is empty or too long. */
function rangeOf(from: Date, to: Date, per: Range["per"]): Range {
  const start = new Date(Math.floor(from.getTime() / LENGTH_MS[per]) * LENGTH_MS[per]);
  const days = STATISTICS_RANGE_DAYS[per];
  if (start >= to) throw new AppError("bad_request", "from must be before to");
  if (to.getTime() - start.getTime() > (days + 1) * LENGTH_MS.day) {
    throw new AppError("bad_request", `from and to may be at most ${days} days apart with per=${per}`);
  }
  return { from: start, to, per };
}

/** With those in which nothing happened. */
function allPeriods(rows: readonly PeriodRow[], { from, to, per }: Range): StatisticsPeriod[] {
  const known = new Map(rows.map((row) => [row.startsAt.getTime(), row]));
  const length = Math.ceil((to.getTime() - from.getTime()) / LENGTH_MS[per]);
  return Array.from({ length }, (_, at) => {
    const startsAt = new Date(from.getTime() + at * LENGTH_MS[per]);
    return { ...NOTHING, ...known.get(startsAt.getTime()), startsAt: startsAt.toISOString() };
  });
}

const NOTHING = { notifications: 0, delivered: 0, failed: 0, unreachable: 0, notSent: 0 };

function toStatistics(
  { from, to, per }: Range,
  periods: StatisticsPeriod[],
  groups: Statistics["groups"],
): Statistics {
  const totals = { ...NOTHING };
  for (const period of periods) {
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += period[name];
  }
  const range = { from: from.toISOString(), to: to.toISOString(), per };
  return { ...range, totals, periods, ...(groups ? { groups } : {}) };
}

function toGroup({ name, notifications, ...row }: GroupRow, isWorkflow: boolean) {
  return { ...row, ...(name === null ? {} : { name }), ...(isWorkflow ? { notifications } : {}) };
}
