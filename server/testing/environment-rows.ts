import sql, { join, raw, type Sql } from "sql-template-tag";
import { expect, vi } from "vitest";
import type { Database } from "../src/database/database.ts";
import { PATIENCE_MS } from "./patience.ts";

/** By table: the number of an environment's rows and a hash of their content. */
export type EnvironmentRows = Record<string, string>;

export async function environmentRows(database: Database, environmentId: string): Promise<EnvironmentRows> {
  const digests = (await tables(database)).map(
    ({ name }) => sql`
      select ${name}::text as name,
        count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
      from ${rowsOf(name)} t where environment_id = ${environmentId}`,
  );
  const rows = await database.query<{ name: string; digest: string }>(join(digests, " union all "));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** Excludes the last use of API keys, which is stored shortly after the requests. */
function rowsOf(table: string): Sql {
  if (table !== "api_keys") return raw(table);
  return sql`(select environment_id, id, to_jsonb(k) - 'last_used_at' as rest from api_keys k)`;
}

/** Without the counts of provider calls, which are stored shortly after the calls, and those that workers add up. */
function tables(database: Database): Promise<{ name: string }[]> {
  const known = TABLES.get(database) ?? readTables(database);
  TABLES.set(database, known);
  return known;
}

/** Read once, and the digests by a prepared statement: isolation asks 800 times, and both together took 8 ms instead of 2. */
const TABLES = new WeakMap<Database, Promise<{ name: string }[]>>();

function readTables(database: Database): Promise<{ name: string }[]> {
  return database.queryPlanned(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'environment_id' and table_name <> all(${BACKGROUND})
    order by 1`);
}

const BACKGROUND = [
  ...[
    "integration_minutes",
    "integration_rates",
    "statistics_appends",
    "statistics_hours",
    "statistics_days",
  ],
  ...["count_appends", "message_counts", "message_spans", "dead_letter_counts"],
  ...["notification_appends", "notification_spans"],
];

const LOOK_EVERY_MS = 20;

/** Waits until workers have erased the data of deleted subscribers. */
export async function untilErased(database: Database, environmentId: string): Promise<void> {
  const left = () =>
    database.queryPlanned(sql`select 1 from erasures where environment_id = ${environmentId}`);
  await vi.waitFor(async () => expect(await left()).toEqual([]), {
    timeout: PATIENCE_MS,
    interval: LOOK_EVERY_MS,
  });
}

/** Waits until the environment has no work due soon and no erasure, so that only requests can change its rows. */
export async function untilQuiet(database: Database, environmentId: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const due = await database.queryPlanned(sql`
      select 1 from fanouts where environment_id = ${environmentId} and due_at < now() + interval '1 hour'
      union all
      select 1 from jobs where environment_id = ${environmentId} and due_at < now() + interval '1 hour'
      union all
      select 1 from erasures where environment_id = ${environmentId} limit 1`);
    if (due.length === 0) return;
    if (performance.now() > end) throw new Error("the environment still has work");
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
