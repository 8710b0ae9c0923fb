import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { addMinutes, type HealthMinute, OLD_HEALTH, readHealth } from "./health-store.ts";
import { LATENCY_CLASSES } from "./latency-classes.ts";

const { database } = await useTestDatabase();
await database.query(sql`
  with environment as (insert into environments (id, organization_id, name) values ('e', 'o', 'e') returning id)
  insert into integrations (environment_id, id, identifier, name, channel, provider_id, credentials_sealed, is_active,
    is_primary, priority)
  select id, 'i1', 'i1', 'i1', 'sms', 'twilio', '', true, false, 0 from environment`);

const latencies = (...counts: number[]) => [
  ...counts,
  ...Array<number>(LATENCY_CLASSES - counts.length).fill(0),
];
/** The same for all tests, so that none is in two minutes. */
const THIS_MINUTE = new Date(Math.floor(Date.now() / 60_000) * 60_000);
const minute = (more: Partial<HealthMinute>): HealthMinute => ({
  environmentId: "e",
  integrationId: "i1",
  minute: THIS_MINUTE,
  accepted: 0,
  failed: 0,
  latencies: latencies(),
  lastSuccessAt: null,
  lastFailureAt: null,
  lastError: null,
  ...more,
});

test("the counts of several processes and minutes are added, and the latest failure wins", async () => {
  const [early, late] = [new Date(Date.now() - 2_000), new Date(Date.now() - 1_000)];
  const before = new Date(Date.now() - 1_800_000);
  await addMinutes(database, [
    minute({ failed: 2, latencies: latencies(1, 1), lastFailureAt: late, lastError: "late" }),
    minute({ minute: before, accepted: 3, latencies: latencies(3), lastSuccessAt: before }),
  ]);
  await addMinutes(database, [
    minute({ failed: 1, latencies: latencies(0, 0, 1), lastFailureAt: early, lastError: "early" }),
    minute({ integrationId: "gone", accepted: 1 }),
  ]);
  expect(await readHealth(database, "e")).toEqual([
    {
      integrationId: "i1",
      accepted: 3,
      failed: 3,
      latencies: latencies(4, 1, 1),
      lastSuccessAt: before,
      lastFailureAt: late,
      lastError: "late",
      waiting: 0,
    },
  ]);
});

test("minutes older than an hour count only for the last results, and end after 25 hours", async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await database.query(sql`delete from integration_minutes`);
  await addMinutes(database, [
    minute({ minute: hoursAgo(2), accepted: 7, lastSuccessAt: hoursAgo(2) }),
    minute({ minute: hoursAgo(26), failed: 9, lastFailureAt: hoursAgo(26), lastError: "old" }),
  ]);
  expect(await OLD_HEALTH.purge(database, 10)).toBe(1);
  const [health] = await readHealth(database, "e");
  expect(health).toMatchObject({ accepted: 0, failed: 0, lastError: null, lastFailureAt: null });
  expect(health?.lastSuccessAt).toBeInstanceOf(Date);
});
