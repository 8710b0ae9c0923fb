import sql, { raw } from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { insertEnvironment } from "../environments/environment-store.ts";
import { systemTime } from "../foundation/clock.ts";
import { newId } from "../foundation/id.ts";
import { type SubscriberId, type SubscriberKey, subscriberKeyOf } from "../foundation/ids.ts";
import { createLog } from "../foundation/log.ts";
import { generateKeyring, parseKeyring } from "../foundation/secrets.ts";
import { CLEAR_CHANNELS } from "../subscribers/sealed-channels.ts";
import { findSubscribers, saveChannels } from "../subscribers/subscriber-store.ts";
import { type Database, openDatabase } from "./database.ts";
import { sealOldRows } from "./seal-old-rows.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const keyring = parseKeyring(generateKeyring());
const { signal } = new AbortController();
let store: TestDatabase;
let processes: Database[];
let database: Database;

beforeAll(async () => {
  store = await cloneDatabase();
  const open = () => openDatabase({ connection: { url: store.url }, log: createLog("error"), keyring });
  processes = [open(), open(), open()];
  database = processes[0] as Database;
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()));
  await store.drop();
});

const channelsOf = (n: number, more = "") => [
  { providerId: "push-webhook", integrationId: "i", credentials: { deviceTokens: [`token-${n}${more}`] } },
];
const KEYS = Array.from({ length: 5_000 }, (_, n) => subscriberKeyOf(n.toString(16).padStart(24, "0")));
/** The same texts as ids. */
const IDS = KEYS.map((key): string => key) as SubscriberId[];

/** Subscribers of a version without sealing; every second one has a device. */
async function newEnvironment(): Promise<string> {
  const environmentId = newId(NOW);
  const environment = { id: environmentId, organizationId: newId(NOW), isTest: false };
  await insertEnvironment(database, { ...environment, createdAt: new Date(NOW), name: environmentId });
  const rows = IDS.map((id, n) => ({ id, channels: n % 2 === 0 ? channelsOf(n) : null }));
  await database.query(sql`
    insert into subscribers (environment_id, id, subscriber_id, channels)
    select ${environmentId}, x.id, x.id, x.channels
    from json_to_recordset(${JSON.stringify(rows)}) as x(id text, channels json)`);
  return environmentId;
}
const forget = () => database.query(sql`delete from sealed_tables`);
const inClear = async () =>
  (await database.query<{ count: number }>(raw("select count(channels)::int as count from subscribers")))[0]
    ?.count;
const read = async (environmentId: string, keys: readonly SubscriberKey[]) => {
  const found = await findSubscribers(database, environmentId, keys);
  return new Map(found.map(({ id, channels }) => [id, channels]));
};

test("sealing: old rows can be read before and after several processes sealed them at once", async () => {
  const environmentIds = [await newEnvironment(), await newEnvironment()];
  const before = await read(environmentIds[1] as string, KEYS);
  expect(before.get(IDS[4] as SubscriberId)).toEqual(channelsOf(4));
  const counts = await Promise.all(
    processes.map((one) => sealOldRows(one, CLEAR_CHANNELS, { signal, time: systemTime })),
  );
  expect(counts.reduce((sum, count) => sum + count)).toBe(5_000);
  expect(await inClear()).toBe(0);
  expect(await read(environmentIds[1] as string, KEYS)).toEqual(before);
  const [row] = await database.query<{ text: string }>(sql`
    select s::text as text from subscribers s where environment_id = ${environmentIds[0]} and id = ${IDS[4]}`);
  expect(row?.text).not.toContain("token-4");
});

test("sealing: keeps concurrent writes, and seals locked rows once they are released", async () => {
  await forget();
  const environmentId = await newEnvironment();
  const [held, written] = [IDS[2], IDS[4_000]] as [SubscriberId, SubscriberId];
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let holding: Promise<void> = Promise.resolve();
  await new Promise<void>((isLocked, failed) => {
    holding = (processes[1] as Database).transaction(async (tx) => {
      await tx.query(sql`
        select 1 from subscribers where environment_id = ${environmentId} and id = ${held} for update`);
      isLocked();
      await released;
    });
    holding.catch(failed);
  });
  const sealing = sealOldRows(database, CLEAR_CHANNELS, { signal, time: systemTime });
  const newer = channelsOf(4_000, "-newer");
  await saveChannels(processes[2] as Database, environmentId, [{ id: written, channels: newer }]);
  setTimeout(letGo, 300);
  await Promise.all([sealing, holding]);
  expect(await inClear()).toBe(0);
  const after = await read(
    environmentId,
    [2, 4_000].map((n) => KEYS[n] as SubscriberKey),
  );
  expect([after.get(held), after.get(written)]).toEqual([channelsOf(2), newer]);
});

test("sealing: runs once; later starts send one statement", async () => {
  const before = database.statementCount;
  expect(await sealOldRows(database, CLEAR_CHANNELS, { signal, time: systemTime })).toBe(0);
  expect(database.statementCount - before).toBe(1);
});

test("sealing: large rows are sealed a few at a time", async () => {
  await forget();
  const environmentId = await newEnvironment();
  await database.query(sql`
    update subscribers set channels = json_build_array(json_build_object('providerId', repeat('x', 3000000)))
    where environment_id = ${environmentId} and id = any(${IDS.slice(0, 5)})`);
  const before = database.statementCount;
  expect(await sealOldRows(database, CLEAR_CHANNELS, { signal, time: systemTime })).toBe(2_502);
  // Four pages of one or two large rows, three pages of the rest, each with three statements, and a few other
  // statements.
  expect(database.statementCount - before).toBeGreaterThan(20);
  expect(
    (await read(environmentId, KEYS.slice(0, 1))).get(IDS[0] as SubscriberId)?.[0]?.providerId,
  ).toHaveLength(3_000_000);
});

test("sealing: a sealed text opens only in its own row", async () => {
  const environmentId = await newEnvironment();
  const [one, other] = IDS as [SubscriberId, SubscriberId];
  await saveChannels(database, environmentId, [{ id: one, channels: channelsOf(0) }]);
  await database.query(sql`
    update subscribers set channels = null, channels_sealed = (
      select channels_sealed from subscribers where environment_id = ${environmentId} and id = ${one})
    where environment_id = ${environmentId} and id = ${other}`);
  await expect(read(environmentId, KEYS.slice(1, 2))).rejects.toThrow("unable to authenticate data");
});
