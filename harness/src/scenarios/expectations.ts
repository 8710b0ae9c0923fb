import { setTimeout as sleep } from "node:timers/promises";
import { backendsOf } from "../postgres.ts";
import type { TestBed } from "../scenario.ts";

/** Expects that a trigger is acknowledged and a message is delivered within the time. */
export async function expectResumed(testBed: TestBed, withinMs: number): Promise<void> {
  const { client, mailProvider, smsProvider, log, expect } = testBed;
  const deliveries = () => mailProvider.calls.length + smsProvider.calls.length;
  const before = { acknowledged: client.acknowledged, delivered: deliveries() };
  const hasResumed = () => client.acknowledged > before.acknowledged && deliveries() > before.delivered;
  const since = performance.now();
  while (!hasResumed() && performance.now() - since < withinMs) await sleep(20);
  const tookMs = Math.round(performance.now() - since);
  log(`resumed after ${tookMs} ms`);
  expect(hasResumed(), `nothing was acknowledged and delivered within ${withinMs} ms`);
}

const LISTENS_WITHIN_MS = 10_000;

/** Expects that each worker listens for work on exactly one connection. */
export async function expectListening({ cluster, expect }: TestBed): Promise<void> {
  const count = () =>
    cluster.withDatabase(
      async (client) => (await backendsOf(client)).filter(({ isListening }) => isListening).length,
    );
  const end = performance.now() + LISTENS_WITHIN_MS;
  let listening = await count();
  for (; listening !== cluster.workers.length && performance.now() < end; listening = await count())
    await sleep(200);
  expect(
    listening === cluster.workers.length,
    `${cluster.workers.length} workers listen on ${listening} connections`,
  );
}
