import sql, { join, raw } from "sql-template-tag";
import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import type { Queryable } from "./database.ts";
import { logFailure } from "./outage.ts";

/** A table is analyzed again when it has this many times the pages known to the planner. */
const GROWTH = 4;
/**
 * Tables with at most GROWTH times as many pages (of 8 kB) are ignored: every plan is quick for them. With eight, a page of 50
 * notifications took 15 ms instead of 8: the plan for an empty table read the environment's 2,000 subscribers, on 30 pages, for each.
 */
const SMALL_PAGES = 1;
const MIN_INTERVAL_MS = 1_000;

/**
 * Refreshes the planner's statistics while tables grow fast. A prepared statement keeps its plan until the statistics of
 * its tables change, and autovacuum runs only once a minute. A plan made for an empty table may read a whole environment
 * for each row of a batch: with 10,000 triggers one claim took 350 ms instead of 10 ms, and the time grew with the square
 * of their number. After ANALYZE all sessions of all processes make new plans.
 */
export type PlannerStatistics = {
  /** Analyzes tables that have outgrown their statistics, at most once a second. */
  refresh(): Promise<void>;
};

export function createPlannerStatistics({
  database,
  log,
  time,
}: {
  database: Queryable;
  log: Log;
  time: Time;
}): PlannerStatistics {
  let lastLookAtMs = Number.NEGATIVE_INFINITY;
  return {
    refresh: async () => {
      if (time.monotonicMs() - lastLookAtMs < MIN_INTERVAL_MS) return;
      lastLookAtMs = time.monotonicMs();
      await analyzeGrownTables(database).catch((error) =>
        logFailure(log, error, "could not analyze tables that grew"),
      );
    },
  };
}

/**
 * Analyzes the tables that have grown fourfold since their last ANALYZE or VACUUM, and returns their names. Only the owner
 * of a table may analyze it. A table that another session currently analyzes or vacuums is skipped.
 */
export async function analyzeGrownTables(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage')
      and pg_relation_size(oid) > 8192::bigint * ${GROWTH} * greatest(relpages, ${SMALL_PAGES})
    order by relname`);
  const names = rows.map(({ name }) => name);
  if (names.length > 0)
    await database.queryPlanned(sql`analyze (skip_locked) ${join(names.map((name) => raw(name)))}`);
  return names;
}
