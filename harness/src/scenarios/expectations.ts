import { backendsOf } from "../postgres.ts";
import type { TestBed } from "../scenario.ts";

/** Expects that a trigger is acknowledged and a message is delivered within the time; `withinMs` is for an idle machine. */
export async function expectResumed(testBed: TestBed, withinMs: number): Promise<void> {
  const { client, mailProvider, smsProvider, waitUntil, log, expect } = testBed;
  const deliveries = () => mailProvider.calls.length + smsProvider.calls.length;
  const before = { acknowledged: client.acknowledged, delivered: deliveries() };
  const hasResumed = () => client.acknowledged > before.acknowledged && deliveries() > before.delivered;
  const since = performance.now();
  const isResumed = await waitUntil(hasResumed, withinMs, 20);
  const tookMs = Math.round(performance.now() - since);
  log(`resumed after ${tookMs} ms`);
  expect(isResumed, `nothing was acknowledged and delivered within ${tookMs} ms`);
}

const LISTENS_WITHIN_MS = 10_000;

/** Expects that each worker listens for work on exactly one connection. */
export async function expectListening({ cluster, waitUntil, expect }: TestBed): Promise<void> {
  const count = () =>
    cluster.withDatabase(
      async (client) => (await backendsOf(client)).filter(({ isListening }) => isListening).length,
    );
  let listening = 0;
  const isListening = async () => {
    listening = await count();
    return listening === cluster.workers.length;
  };
  expect(
    await waitUntil(isListening, LISTENS_WITHIN_MS, 200),
    `${cluster.workers.length} workers listen on ${listening} connections`,
  );
}
