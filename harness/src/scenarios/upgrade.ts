import type { Cluster, Slot } from "../cluster.ts";
import { LONG_LEASE_SECONDS, type Scenario, type TestBed } from "../scenario.ts";
import { startServer } from "../server-process.ts";
import { openVersionBefore, versionBeforeMissing } from "../version-before.ts";

/** On an idle machine. */
const ACKNOWLEDGED_WITHIN_MS = 60_000;

/**
 * An upgrade of several processes under load, as docs/operating.md describes it: the worker is replaced, which migrates, then one API
 * process after the other. API processes of the version before accept meanwhile; nothing is lost, and nothing is sent twice.
 */
export const upgrade: Scenario = {
  id: "F-U",
  title: "upgrade beside the version before",
  takesTime: true,
  unsupported: versionBeforeMissing,
  openProgram: openVersionBefore,
  apis: 2,
  workers: 1,
  leaseSeconds: LONG_LEASE_SECONDS,
  perSecond: 15,
  settleMs: 120_000,
  run: async (testBed) => {
    const { cluster, size } = testBed;
    const worker = cluster.workers[0] as Slot;
    const before = { program: worker.program, schema: await schemaOf(cluster) };
    await expectAcknowledged(testBed, "by the version before", 30);
    const acknowledged = testBed.client.acknowledged;
    await replace(testBed, worker);
    const schema = await schemaOf(cluster);
    testBed.log(`schema ${before.schema} became ${schema}`);
    testBed.expect(schema >= before.schema, `the schema went back from ${before.schema} to ${schema}`);
    testBed.expect(
      testBed.client.acknowledged > acknowledged,
      "the version before accepted nothing while this one migrated",
    );
    await expectAcknowledged(testBed, "by the version before, on the new schema", size(50, 200, 1_000));
    if (schema > before.schema) await expectRefused(testBed, before.program);
    for (const api of cluster.apis) {
      await replace(testBed, api);
      await expectAcknowledged(testBed, `after ${api.name} was replaced`, size(20, 50, 200));
    }
    testBed.expectAllAlive();
  },
};

/** Stops a process and starts this version in its place. */
async function replace({ cluster, injectFault, log }: TestBed, slot: Slot): Promise<void> {
  log(`${slot.name} is replaced`);
  await injectFault(`${slot.name} is replaced`, false, async () => {
    await cluster.end(slot, "SIGTERM");
    slot.program = undefined;
    await cluster.start(slot);
  });
}

async function expectAcknowledged(
  { client, waitUntil, expect }: TestBed,
  when: string,
  count: number,
): Promise<void> {
  const target = client.acknowledged + count;
  const isDone = await waitUntil(() => client.acknowledged >= target, ACKNOWLEDGED_WITHIN_MS);
  expect(isDone, `only ${client.acknowledged - target + count} of ${count} were acknowledged ${when}`);
}

/** The version before does not start on the new schema: a process of it that ends cannot come back. */
async function expectRefused({ cluster, expect }: TestBed, program: string | undefined): Promise<void> {
  const slot = cluster.workers[0] as Slot;
  const old = startServer(cluster.directory, { ...cluster.variablesOf(slot), PORT: "0" }, program);
  const { code } = await old.ended;
  expect(code !== 0, "the version before started on the new schema");
  expect(/newer Tidings/.test(old.output), `its error does not name the reason: ${old.output.slice(-300)}`);
}

/** The number of the newest migration. */
const schemaOf = ({ withDatabase }: Cluster): Promise<number> =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "select max(version) as version from schema_migrations",
    );
    return rows[0]?.version ?? 0;
  });
