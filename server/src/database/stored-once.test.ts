import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sql, { raw } from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../testing/test-database.ts";
import { createLog } from "../foundation/log.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

/** Migration 0019 replaces ids that were stored twice by the position of a job; no row that is shown is lost. */

const log = createLog("silent");
const folder = mkdtempSync(join(tmpdir(), "tidings-migrations-"));
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  cpSync(new URL("../../migrations", import.meta.url), folder, {
    recursive: true,
    filter: (path) => !path.endsWith("0019_stored_once.sql"),
  });
  const cloned = await cloneDatabase();
  drop = cloned.drop;
  database = openDatabase({ connection: { url: cloned.url }, log, poolSize: 1 });
  await database.queryPlanned(raw("drop schema public cascade"));
  await database.queryPlanned(raw("create schema public"));
});
afterAll(async () => {
  await database.close();
  await drop();
  rmSync(folder, { recursive: true });
});

/** Two recipients of one trigger in each of two environments, whose ids are the same. */
const ROWS = `
  insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version, is_broadcast,
    recipients, payload, overrides, created_at)
  select e, 't', 'order-1', '', 'w', 1, false, '[]', '{}', '{}', now() from unnest(array['e1', 'e2']) e;
  insert into notifications (environment_id, id, trigger_id, transaction_id, workflow_id, workflow_version,
    subscriber_id, created_at)
  select e, n, 't', 'order-1', 'w', 1, 's-' || n, now() from unnest(array['e1', 'e2']) e, unnest(array['n1', 'n2']) n;
  insert into jobs (environment_id, notification_id, position, id, step_id, type, status, created_at, updated_at)
  select n.environment_id, n.id, p, 'j' || case n.environment_id when 'e1' then p else 1 - p end, 'step' || p, 'email',
    'completed', now(), now() from notifications n, generate_series(0, 1) p;
  insert into execution_details (environment_id, notification_id, id, job_id, code, raw, created_at)
  select environment_id, notification_id, 'd-' || id, id, 'message_sent', '"' || step_id || '"', now() from jobs
  union all select 'e1', 'n1', 'd-gone', 'left-version', 'message_sent', '"gone"', now();
  insert into messages (environment_id, id, notification_id, job_id, transaction_id, workflow_id, step_id,
    subscriber_id, channel, subject, created_at, updated_at)
  select environment_id, notification_id || id, notification_id, id, 'order-1', 'w', step_id, 's', 'email', step_id, now(),
    now() from jobs
  union all select 'e1', 'gone', 'purged', 'j0', 'order-0', 'w', 'step0', 's', 'email', 'gone', now(), now()`;

test("migration 0019: details and messages keep their jobs; those without one are deleted", async () => {
  await migrate(database, log, pathToFileURL(`${folder}/`));
  await database.queryPlanned(raw(ROWS));
  expect(await migrate(database, log)).toBe(1);
  for (const [table, text] of [
    ["messages", "m.subject"],
    ["execution_details", "btrim(m.raw, '\"')"],
  ] as const) {
    const [counted] = await database.queryPlanned(sql`
      select count(*)::integer as rows, count(*) filter (where j.step_id = ${raw(text)})::integer as right
      from ${raw(table)} m join jobs j on j.environment_id = m.environment_id
        and j.notification_id = m.notification_id and j.position = m.position`);
    expect(counted, table).toEqual({ rows: 8, right: 8 });
    expect(await database.queryPlanned(raw(`select from ${table}`)), table).toHaveLength(8);
  }
  const twice = raw(`insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version,
    subscriber_id, created_at) values ('e1', 'n3', 't', 'w', 1, 's-n1', now())`);
  await expect(database.queryPlanned(twice)).rejects.toThrow(/trigger_id_subscriber_id_key/);
});
