import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { countBlocks } from "../../../testing/count-blocks.ts";
import { storeEnvironment } from "../../../testing/stored-environment.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { startRates } from "../../integrations/rates/used-rates-store.ts";
import {
  MAX_QUEUE,
  type RateAsk,
  renewPlaces,
  returnAllPlaces,
  returnPlaces,
  takePlaces,
} from "./rate-store.ts";

const { database } = await useTestDatabase();
const environmentId = await storeEnvironment(database);
const NOON = "2026-01-31T12:00:00.000Z";
const HELD = { environmentId, integrationId: "i", unused: 0, unusedDay: null };

const setClock = (at: string) =>
  database.query(sql`update environments set is_test = true, clock_at = ${at} where id = ${environmentId}`);
beforeEach(async () => {
  await database.query(sql`delete from integration_rates`);
  await startRates(database, environmentId, { id: "i" });
  await setClock(NOON);
});

const take = async (fields: Partial<RateAsk>, workerId = 1) => {
  const nothing = { perDay: null, concurrency: null, inside: 0, depth: 1, unused: 0, unusedDay: null };
  const pace = { intervalMs: null, horizonMs: 2_000, waitMs: 10 };
  const ask: RateAsk = { integrationId: "i", asked: 10, ...nothing, ...pace, ...fields };
  const [grant] = await takePlaces(database, { environmentId, workerId, asks: [ask] });
  if (!grant) throw new Error("no grant");
  return grant;
};
const passes = (seconds: number) => setClock(new Date(Date.parse(NOON) + seconds * 1_000).toISOString());

test("a rate a second: places are promised up to the horizon, one interval apart, for all workers together", async () => {
  const rate = { intervalMs: 500 };
  const first = await take(rate);
  expect(first).toMatchObject({ granted: 5, startInMs: 0, reason: "per_second", waitInMs: 2_500 });
  expect(await take(rate, 2)).toMatchObject({ granted: 0, reason: "per_second" });
  await passes(1);
  expect(await take(rate, 2)).toMatchObject({ granted: 2, startInMs: 1_500, waitInMs: 2_500 });
});

test("a rate a second: what was not sent during a pause is not sent at once after it", async () => {
  await take({ intervalMs: 500, asked: 1 });
  await passes(60);
  expect(await take({ intervalMs: 500 })).toMatchObject({ granted: 5, startInMs: 0 });
});

test("a quota of the day: counts calls in UTC by the environment's clock, and begins anew at midnight", async () => {
  expect(await take({ perDay: 12 })).toMatchObject({ granted: 10, reason: null, day: "2026-01-31" });
  expect(await take({ perDay: 12 }, 2)).toMatchObject({
    granted: 2,
    reason: "per_day",
    waitInMs: 12 * 3_600_000,
  });
  await setClock("2026-01-31T23:59:59.999Z");
  expect(await take({ perDay: 12 })).toMatchObject({ granted: 0, waitInMs: 1 });
  await setClock("2026-02-01T00:00:00.000Z");
  expect(await take({ perDay: 12 })).toMatchObject({ granted: 10, day: "2026-02-01" });
});

test("a quota of the day: calls that were not made are given back, but not to another day", async () => {
  await take({ perDay: 10 });
  expect(await take({ perDay: 10, unused: 3, unusedDay: "2026-01-31" })).toMatchObject({ granted: 3 });
  expect(await take({ perDay: 10, unused: 3, unusedDay: "2026-01-30" })).toMatchObject({ granted: 0 });
  await returnPlaces(database, 1, [{ ...HELD, unused: 2, unusedDay: "2026-01-31" }]);
  expect(await take({ perDay: 10 })).toMatchObject({ granted: 2 });
});

test("concurrency: workers share the calls, and places that are returned are free", async () => {
  const two = { concurrency: 2, depth: 3 };
  expect(await take({ ...two, asked: 1 })).toMatchObject({ granted: 1, held: 1 });
  expect(await take(two, 2)).toMatchObject({ granted: 3, held: 1, reason: "concurrency" });
  expect(await take({ ...two, inside: 1 })).toMatchObject({ granted: 2, held: 1 });
  expect(await take(two, 3)).toMatchObject({ granted: 0, held: 0 });
  await returnPlaces(database, 1, [HELD]);
  expect(await take(two, 3)).toMatchObject({ granted: 3, held: 1 });
});

test("concurrency: places of a worker that crashed end with their lease, and it cannot renew them", async () => {
  const one = { concurrency: 1, asked: 1 };
  await take(one);
  expect(await renewPlaces(database, 1, [HELD])).toEqual(["i"]);
  expect(await take(one, 2)).toMatchObject({ held: 0 });
  await database.query(sql`
    update integration_rates set places = jsonb_set(places, array['1', 'until'], to_jsonb(extract(epoch from now()) - 1))`);
  expect(await renewPlaces(database, 1, [HELD])).toEqual([]);
  expect(await take(one, 2)).toMatchObject({ granted: 1, held: 1 });
  await returnAllPlaces(database);
  expect(await take(one, 3)).toMatchObject({ held: 1 });
});

test("workers that ask at the same moment: never get more together than the rates allow", async () => {
  const workers = Array.from({ length: 8 }, (_, index) => index + 1);
  const rates = { perDay: 30, concurrency: 3, depth: 50 };
  const grants = await Promise.all(workers.map((worker) => take(rates, worker)));
  const sum = (of: "granted" | "held") => grants.reduce((total, grant) => total + grant[of], 0);
  expect([sum("granted"), sum("held")]).toEqual([10, 3]);
});

test("an integration without a row: nothing is granted, and other integrations of the statement are", async () => {
  const nothing = { perDay: 5, concurrency: null, inside: 0, depth: 1, unused: 0, unusedDay: null };
  const asks = ["gone", "i"].map((integrationId) => ({
    integrationId,
    asked: 1,
    intervalMs: null,
    horizonMs: 2_000,
    waitMs: 10,
    ...nothing,
  }));
  const grants = await takePlaces(database, { environmentId, workerId: 1, asks });
  expect(grants).toMatchObject([{ integrationId: "i", granted: 1 }]);
});

test("a long queue: waiting messages are counted up to a bound, whatever there are", async () => {
  const addWaiting = (from: number, to: number) =>
    database.query(sql`
      insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, integration_id,
        next_attempt_at, created_at, updated_at)
      select ${environmentId}, lpad(n::text, 24, '0'), lpad(n::text, 24, '0'), 0, 's', 'email', 'i',
        ${NOON}::timestamptz + interval '1 hour', now(), now() from generate_series(${from}::integer, ${to}::integer) n`);
  const blocksOf = async () => {
    const counted = countBlocks(database);
    const ask = { integrationId: "i", asked: 10, intervalMs: 500, horizonMs: 0, waitMs: 10 };
    const nothing = { perDay: null, concurrency: null, inside: 0, depth: 1, unused: 0, unusedDay: null };
    const [grant] = await takePlaces(counted.database, {
      environmentId,
      workerId: 1,
      asks: [{ ...ask, ...nothing }],
    });
    return { blocks: counted.blocks(), waiting: grant?.waiting };
  };
  await addWaiting(1, MAX_QUEUE);
  await database.query(sql`analyze messages`);
  await blocksOf();
  const short = await blocksOf();
  await addWaiting(MAX_QUEUE + 1, 4 * MAX_QUEUE);
  await database.query(sql`analyze messages`);
  const long = await blocksOf();
  expect([short.waiting, long.waiting]).toEqual([MAX_QUEUE, MAX_QUEUE]);
  expect(long.blocks).toBeLessThan(2 * short.blocks);
});
