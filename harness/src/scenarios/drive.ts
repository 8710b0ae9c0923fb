import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../cluster.ts";
import type { TestBed } from "../scenario.ts";

/**
 * Drives a server with a seeded bug until the bug has shown itself, counted in what was sent and stored: how much a fixed
 * time or a fixed number of kills shows depends on the machine.
 */

/** The bug must show itself this often. */
const ENOUGH = 3;
/** Rounds of faults after which the bug counts as not found. */
const MAX_ROUNDS = 20;
/** On an idle machine. */
const GIVES_UP_AFTER_MS = 60_000;

/** Waits until the client's traffic alone has shown the bug often enough. */
export const untilSeen = async (testBed: TestBed, count: () => number, times = 10): Promise<void> => {
  const isSeen = await testBed.waitUntil(() => count() >= times, GIVES_UP_AFTER_MS);
  testBed.expect(isSeen, `only ${count()} of ${times} were seen`);
};

/** Injects faults until `count` has seen enough. */
async function untilCounted(
  count: () => Promise<number>,
  injectOne: (round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS && (await count()) < ENOUGH; round += 1) await injectOne(round);
}

const countIn = ({ cluster }: TestBed, what: string): Promise<number> =>
  cluster.withDatabase(async (client) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${what}`);
    return rows[0]?.count ?? 0;
  });

const ENOUGH_DEATHS = 2;

/** Restarts a process that dies at `place`, until it has died there often enough. */
export const killAt = (role: "apis" | "workers", place: string) => async (testBed: TestBed) => {
  const { cluster, random, waitUntil, recordFault } = testBed;
  const slot = cluster[role][0] as Slot;
  let deaths = 0;
  await cluster.end(slot, "SIGTERM");
  for (let round = 0; round < MAX_ROUNDS && deaths < ENOUGH_DEATHS; round += 1) {
    await cluster.start(slot, `${place}=kill@${random.integer(2, 5)}`).catch(() => {});
    const { process } = slot;
    if (await waitUntil(() => process?.isRunning !== true, GIVES_UP_AFTER_MS, 20)) deaths += 1;
    recordFault(place);
    await cluster.end(slot, "SIGKILL");
  }
  await cluster.start(slot);
};

/** Kills the only API right after it has acknowledged a trigger, until acknowledged triggers are missing. */
export const killAfterAnswers = async (testBed: TestBed): Promise<void> => {
  const { cluster, client } = testBed;
  const answered = () => client.history.filter(({ kind }) => kind === "ok");
  const missing = () =>
    cluster.withDatabase(async (database) => {
      const { rows } = await database.query<{ id: string }>("select transaction_id as id from triggers");
      const stored = new Set(rows.map(({ id }) => id));
      return answered().filter(({ transactionId }) => !stored.has(transactionId)).length;
    });
  await untilCounted(missing, async () => {
    const before = answered().length;
    await testBed.waitUntil(() => answered().length > before, GIVES_UP_AFTER_MS, 1);
    await testBed.kill(cluster.apis[0] as Slot);
  });
};

/** Kills the only worker while it has what `jobs` counts, until enough of them are left behind by dead workers. */
export const killWhile = (jobs: string) => async (testBed: TestBed) => {
  const { cluster } = testBed;
  const slot = cluster.workers[0] as Slot;
  let left = 0;
  await untilCounted(
    async () => left,
    async () => {
      await testBed.waitUntil(async () => (await countIn(testBed, jobs)) >= ENOUGH, GIVES_UP_AFTER_MS, 20);
      await testBed.injectFault(`kill -9 of ${slot.name}`, true, () => cluster.end(slot, "SIGKILL"));
      left += await countIn(testBed, jobs);
      await cluster.start(slot);
    },
  );
};

/** Longer than a lease, and than the answers of the providers that a frozen worker waits for. */
const FROZEN_FOR_LEASES = 3.5;
const OUTCOMES_STORED_TWICE = `(select from messages group by environment_id, notification_id, position having count(*) > 1) twice`;

/** Freezes one worker after the other for longer than its leases, until they have stored stale outcomes. */
export const freezeUntilStoredTwice = (testBed: TestBed): Promise<void> =>
  untilCounted(
    () => countIn(testBed, OUTCOMES_STORED_TWICE),
    async (round) => {
      const { workers } = testBed.cluster;
      const { process } = workers[round % workers.length] as Slot;
      await sleep(1_000);
      await testBed.injectFault("frozen", true, async () => {
        process?.signal("SIGSTOP");
        await sleep(FROZEN_FOR_LEASES * testBed.leaseMs);
        process?.signal("SIGCONT");
      });
    },
  );
