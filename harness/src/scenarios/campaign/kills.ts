import { setTimeout as sleep } from "node:timers/promises";
import type { TestBed } from "../../scenario.ts";
import { crashPostgres } from "../database-faults.ts";

/** Of all kills. */
const SHARE_OF_POSTGRES = 0.15;
/** On an idle machine: for the triggers between two kills. */
const ACKNOWLEDGED_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 50;

export type Campaign = { kills: number; acknowledged: number };

/**
 * Kills processes and PostgreSQL by the seed until there were so many kills, evenly spread over the acknowledged triggers: the time
 * between two kills follows from what the machine can do.
 */
export async function killBySeed(testBed: TestBed, { kills, acknowledged }: Campaign): Promise<void> {
  const { random, cluster, client, log, expect } = testBed;
  const reach = (count: number) =>
    testBed.waitUntil(() => client.acknowledged >= count, ACKNOWLEDGED_WITHIN_MS, LOOK_EVERY_MS);
  const counts = new Map<string, number>();
  for (let n = 1; n <= kills; n += 1) {
    const victim = random.chance(SHARE_OF_POSTGRES) ? undefined : random.pick(cluster.slots);
    const name = victim?.name ?? "PostgreSQL";
    await reach((acknowledged * n) / (kills + 1));
    await sleep(random.integer(0, 900));
    log(`kill ${n} of ${kills}: ${name}; ${client.acknowledged} acknowledged`);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (victim) await testBed.kill(victim);
    else await crashPostgres(testBed);
    testBed.expectAllAlive();
  }
  expect(await reach(acknowledged), `only ${client.acknowledged} of ${acknowledged} were acknowledged`);
  log(`killed: ${[...counts].map(([name, count]) => `${name} ${count} times`).join(", ")}`);
}
