import sql, { raw } from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { claimTriggers } from "../delivery/queue/claim-store.ts";
import { insertEnvironment } from "../environments/environment-store.ts";
import { newId } from "../foundation/id.ts";
import { analyzeGrownTables } from "./planner-statistics.ts";

const environmentId = newId(Date.parse("2026-08-01T12:00:00Z"));
/** One connection, so that each statement reuses the plan of its first executions. */
const { database } = await useTestDatabase({ poolSize: 1 });

beforeAll(async () => {
  for (const table of ["triggers", "fanouts"])
    await database.query(raw(`alter table ${table} set (autovacuum_enabled = off)`));
  const environment = { id: environmentId, organizationId: environmentId, isTest: false, name: "Flooded" };
  await insertEnvironment(database, { ...environment, createdAt: new Date() });
});

const claim = () => claimTriggers(database, { limit: 500, workerId: 1, busyEnvironmentIds: [] });

async function storeTriggers(count: number): Promise<void> {
  await database.query(sql`
    with stored as (
      insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version, is_broadcast,
        recipients, payload, overrides, created_at, bytes)
      select ${environmentId}, lpad(n::text, 24, '0'), 'transaction-' || n, '', 'flood', 1, false,
        '[{"subscriberId":"ada"}]', '{}', '{}', now(), 100
      from generate_series(1, ${count}::integer) n returning id, bytes
    )
    insert into fanouts (environment_id, trigger_id, due_at, bytes)
    select ${environmentId}, id, now(), bytes from stored`);
}

/** The pages that another claim reads with the session's cached plan. */
async function pagesOfAClaim(): Promise<number> {
  const [{ name } = { name: "" }] = await database.queryPlanned<{ name: string }>(
    sql`select name from pg_prepared_statements where statement like '%update fanouts f%'`,
  );
  const [row] = await database.queryPlanned<{ "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number } }] }>(
    raw(`explain (analyze, buffers, format json) execute ${name}('{}', 500, 500, 1, 1)`),
  );
  return row?.["QUERY PLAN"][0].Plan["Shared Hit Blocks"] ?? Number.NaN;
}

test("planner statistics: a grown table is analyzed once, and plans for the empty table are replaced", async () => {
  for (let round = 0; round < 8; round += 1) expect(await claim()).toEqual([]);
  await storeTriggers(10_000);
  expect(await pagesOfAClaim()).toBeGreaterThan(100_000);

  expect(await analyzeGrownTables(database)).toEqual(["fanouts", "triggers"]);
  expect(await analyzeGrownTables(database)).toEqual([]);
  expect(await pagesOfAClaim()).toBeLessThan(20_000);
  expect(await claim()).toHaveLength(500);
});
