import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { storeEnvironment } from "../../../testing/stored-environment.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { newId } from "../../foundation/id.ts";
import type { SubscriberId } from "../../foundation/ids.ts";
import { removeProcess, reportProcess, storeGone, storePresent, sweepPresence } from "./presence-store.ts";

const { database } = await useTestDatabase();
const [FIRST, SECOND] = [1, 2];

async function storeSubscribers(count: number) {
  const environmentId = await storeEnvironment(database);
  const subscribers = Array.from({ length: count }, (_, n) => ({
    environmentId,
    subscriberId: newId(n) as SubscriberId,
  }));
  await database.query(sql`
    insert into subscribers (environment_id, id, subscriber_id)
    select "environmentId", "subscriberId", "subscriberId" from json_to_recordset(${JSON.stringify(subscribers)})
      as x("environmentId" text, "subscriberId" text)`);
  const online = async (): Promise<number> => {
    const rows = await database.query(sql`
      select 1 from subscribers where environment_id = ${environmentId} and is_online`);
    return rows.length;
  };
  return { subscribers, online };
}

test("a subscriber who leaves one process and enters another at the same time is online", async () => {
  const { subscribers, online } = await storeSubscribers(50);
  await reportProcess(database, FIRST);
  await reportProcess(database, SECOND);
  for (let turn = 0; turn < 20; turn += 1) {
    const [from, to] = turn % 2 === 0 ? [FIRST, SECOND] : [SECOND, FIRST];
    await storePresent(database, from, subscribers);
    await Promise.all([
      storeGone(database, from, subscribers),
      storePresent(database, to, subscribers.toReversed()),
    ]);
    expect(await online()).toBe(50);
    await storeGone(database, to, subscribers);
    expect(await online()).toBe(0);
  }
});

test("a process that ends leaves those online who are connected to another one", async () => {
  const { subscribers, online } = await storeSubscribers(4);
  await storePresent(database, FIRST, subscribers);
  await storePresent(database, SECOND, subscribers.slice(0, 1));
  await removeProcess(database, FIRST);
  expect(await online()).toBe(1);
});

test("a process that has not reported is swept by any process", async () => {
  const { subscribers, online } = await storeSubscribers(4);
  await reportProcess(database, FIRST);
  await storePresent(database, FIRST, subscribers);
  await sweepPresence(database, 10);
  expect(await online()).toBe(4);
  await database.query(
    sql`update inbox_processes set seen_at = now() - interval '1 minute' where id = ${FIRST}`,
  );
  await Promise.all([sweepPresence(database, 3), sweepPresence(database, 3)]);
  expect(await online()).toBe(0);
});
