import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { systemTime } from "../foundation/clock.ts";
import { createLog } from "../foundation/log.ts";
import { STORED_RESPONSES } from "../idempotency/stored-response-store.ts";
import { type PurgeParts, startPurge } from "./purge.ts";

const { database } = await useTestDatabase();
let parts: PurgeParts;
const log = createLog("error");

beforeAll(async () => {
  parts = { database, log, time: systemTime, retentionRules: [STORED_RESPONSES] };
});

async function keep(count: number, expiresIn: string): Promise<void> {
  await database.queryPlanned(sql`
    insert into stored_responses (environment_id, idempotency_key, fingerprint, status, response_sealed, expires_at)
    select 'e' || n % 3, ${expiresIn} || n, '', 200, '', now() + ${expiresIn}::interval
    from generate_series(1, ${count}) n`);
}
const left = async () => {
  const rows = await database.queryPlanned<{ key: string }>(sql`
    select idempotency_key as key from stored_responses order by expires_at`);
  return rows.map(({ key }) => key);
};

test("purge: deletes all expired responses, more than one batch, and no other", async () => {
  await keep(12_000, "-1 second");
  await keep(2, "1 minute");
  const purge = startPurge({ ...parts, firstAfterMs: 0 });
  await expect.poll(left).toHaveLength(2);
  expect(await left()).toEqual(expect.arrayContaining(["1 minute1", "1 minute2"]));
  await purge.close();
});

test("purge: closing it while it waits ends it at once", async () => {
  const purge = startPurge({ ...parts, firstAfterMs: 5, everyMs: 5 });
  await purge.close();
  await keep(3, "-1 minute");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await left()).filter((key) => key.startsWith("-1 minute"))).toHaveLength(3);
});

test("purge: a batch deletes at most `limit` rows", async () => {
  await database.queryPlanned(sql`delete from stored_responses`);
  await keep(7, "-1 hour");
  expect([await STORED_RESPONSES.purge(database, 5), await STORED_RESPONSES.purge(database, 5)]).toEqual([
    5, 2,
  ]);
});
