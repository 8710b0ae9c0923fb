import { getStatistics, type QueryOf } from "@tidings/contract";
import type { Call } from "./call.ts";

export type StatisticsQuery = QueryOf<typeof getStatistics>;
export type StatisticsCounts = ReturnType<typeof statistics>;

/** What became of notifications and their steps, by hour or day. */
export const statistics = (call: Call) => ({
  get: (query: StatisticsQuery = {}) => call(getStatistics, { query }),
});
