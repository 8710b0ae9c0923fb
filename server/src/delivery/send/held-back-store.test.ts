import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { countBlocks } from "../../../testing/count-blocks.ts";
import { storeEnvironment } from "../../../testing/stored-environment.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { makeFirstDue } from "./held-back-store.ts";

const { database } = await useTestDatabase();
const environmentId = await storeEnvironment(database);
const NOON = "2026-01-31T12:00:00.000Z";
const FIRST = { integrationId: "i", errorId: "waits_for_rate", count: 2 };

beforeEach(async () => {
  await database.query(
    sql`update environments set is_test = true, clock_at = ${NOON} where id = ${environmentId}`,
  );
  await database.query(sql`delete from messages`);
  await database.query(sql`delete from jobs`);
  await database.query(sql`delete from integrations`);
  await database.query(sql`
    insert into integrations (environment_id, id, identifier, name, channel, provider_id, credentials_sealed, is_active)
    values (${environmentId}, 'i', 'i', 'i', 'email', 'email-webhook', '', true)`);
});

/** Stores the messages `from` to `to` with their jobs: each waits so many minutes. */
async function addWaiting(from: number, to: number, errorId = "waits_for_rate"): Promise<void> {
  const numbers = sql`generate_series(${from}::integer, ${to}::integer) n`;
  const moment = sql`${NOON}::timestamptz + make_interval(mins => n)`;
  await database.query(sql`
    insert into jobs (environment_id, notification_id, position, id, step_id, type, status, due_at, created_at, updated_at)
    select ${environmentId}, lpad(n::text, 24, '0'), 0, lpad(n::text, 24, '0'), 's', 'email', 'running', ${moment}, now(), now()
    from ${numbers}`);
  await database.query(sql`
    insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, integration_id, error_id,
      next_attempt_at, created_at, updated_at)
    select ${environmentId}, lpad(n::text, 24, '0'), lpad(n::text, 24, '0'), 0, 's', 'email', 'i', ${errorId}, ${moment},
      now(), now() from ${numbers}`);
}

/** The numbers of the jobs and of the messages that are due. */
async function due(): Promise<[jobs: number[], messages: number[]]> {
  const jobs = await database.query<{ n: number }>(sql`
    select id::integer as n from jobs where due_at = ${NOON} order by id`);
  const messages = await database.query<{ n: number }>(sql`
    select id::integer as n from messages where next_attempt_at = ${NOON} order by id`);
  return [jobs.map(({ n }) => n), messages.map(({ n }) => n)];
}

test("the first waiting messages: become due with their jobs, in the order of their moments", async () => {
  await addWaiting(5, 9);
  expect(await makeFirstDue(database, environmentId, FIRST)).toBe(2);
  expect(await due()).toEqual([
    [5, 6],
    [5, 6],
  ]);
  expect(await makeFirstDue(database, environmentId, { ...FIRST, count: 9 })).toBe(3);
  expect(await makeFirstDue(database, environmentId, FIRST)).toBe(0);
});

test("messages that wait for another reason, and those that a worker holds: stay as they are", async () => {
  await addWaiting(1, 3, "provider_not_processed");
  await addWaiting(4, 6);
  await database.query(sql`update jobs set unfinished_claims = 1 where id::integer = 4`);
  expect(await makeFirstDue(database, environmentId, { ...FIRST, count: 9 })).toBe(2);
  expect(await due()).toEqual([
    [5, 6],
    [5, 6],
  ]);
});

test("a paused integration: no message becomes due before the pause is over", async () => {
  await addWaiting(1, 3);
  const pauseUntil = (until: string) => database.query(sql`update integrations set paused_until = ${until}`);
  await pauseUntil("2026-01-31T12:00:00.001Z");
  expect(await makeFirstDue(database, environmentId, FIRST)).toBe(0);
  await pauseUntil(NOON);
  expect(await makeFirstDue(database, environmentId, FIRST)).toBe(2);
});

test("a long queue: its first messages are found without reading the others", async () => {
  const blocks = async () => {
    await database.query(sql`analyze messages`);
    await database.query(sql`analyze jobs`);
    const counted = countBlocks(database);
    await makeFirstDue(counted.database, environmentId, { ...FIRST, count: 50 });
    return counted.blocks();
  };
  await addWaiting(1, 2_000);
  await blocks();
  const short = await blocks();
  await addWaiting(2_001, 40_000);
  expect(await blocks()).toBeLessThan(2 * short);
});
