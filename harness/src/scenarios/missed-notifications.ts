import { setTimeout as sleep } from "node:timers/promises";
import { expectNotSlower } from "../response-times.ts";
import type { Scenario, TestBed } from "../scenario.ts";

/** The statement with which a worker subscribes to work notifications. */
const LISTENS = 'listen "tidings_work"';
/** How much later than with notifications work may start, beyond the half, on an idle machine: a poll is due each second. */
const NOISE_MS = 1_500;
const WARM_UP = 15;
const COMPARED = 25;
const STARTED_WITHIN_MS = 10_000;

/** Work notifications are lost and the connections stay open: workers must find work by polling. */
export const missedNotifications: Scenario = {
  id: "F-Q",
  title: "workers miss work notifications",
  runsAlone: true,
  // Only "news", and few of them: with digests and delays, work that becomes due would wake the workers.
  nextTrigger: (traffic, n) => traffic.of("news", n),
  perSecond: 5,
  run: async (testBed) => {
    const { client, cluster, waitUntil, injectFault, expect, size } = testBed;
    await waitUntil(() => client.acknowledged >= WARM_UP, STARTED_WITHIN_MS);
    const before = await startDelays(testBed, () =>
      waitUntil(() => client.acknowledged >= WARM_UP + COMPARED, 6 * STARTED_WITHIN_MS),
    );
    await injectFault("notifications lost", false, async () => {
      const affected = cluster.network?.set({ kind: "black_hole", containing: LISTENS });
      expect(
        affected === cluster.workers.length,
        `${affected} connections are affected instead of ${cluster.workers.length}`,
      );
      const until = client.acknowledged + COMPARED;
      const during = await startDelays(testBed, async () => {
        await sleep(size(5_000, 20_000, 60_000));
        await waitUntil(() => client.acknowledged >= until, 6 * STARTED_WITHIN_MS);
      });
      expectNotSlower(testBed, "starts of work", { before, during, share: 0.95, noiseMs: NOISE_MS });
    });
    testBed.expectAllAlive();
  },
};

/** From each acknowledgement during `work` to the first call to the mail provider; waits for the last of them. */
async function startDelays(testBed: TestBed, work: () => Promise<unknown>): Promise<number[]> {
  const since = Date.now();
  await work();
  const until = Date.now();
  const delays = () => delaysOf(testBed, since, until);
  await testBed.waitUntil(() => delays().every(Number.isFinite), STARTED_WITHIN_MS);
  return delays();
}

function delaysOf({ client, mailProvider }: TestBed, since: number, until: number): number[] {
  const firstCalls = new Map<string, number>();
  for (const { mark, at } of mailProvider.calls) {
    const transactionId = mark.split("|")[0] as string;
    if (!firstCalls.has(transactionId)) firstCalls.set(transactionId, at);
  }
  const acknowledged = client.history.filter(({ kind, at }) => kind === "ok" && at >= since && at <= until);
  return acknowledged.map(
    ({ transactionId, at }) => (firstCalls.get(transactionId) ?? Number.POSITIVE_INFINITY) - at,
  );
}
