import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../response-times.ts";
import type { Scenario, TestBed } from "../scenario.ts";

/** What a connection says over which a worker hears of work. */
const LISTENS = 'listen "';
const P95_WITHIN_MS = 1_500;
const LAST_ONES_MS = 3_000;

/** Nobody hears of work any more, and nobody is told: workers find it by looking. */
export const missedNotifications: Scenario = {
  id: "F-Q",
  title: "workers do not hear of work",
  runsAlone: true,
  // One kind and not many of it: else work that falls due by itself keeps the workers awake.
  nextTrigger: (traffic, n) => traffic.of("news", n),
  perSecond: 5,
  run: async (testBed) => {
    const { cluster, injectFault, log, expect, size } = testBed;
    await sleep(1_000);
    await injectFault("LISTEN unheard", false, async () => {
      const deaf = cluster.network?.set({ kind: "black_hole", of: LISTENS });
      expect(
        deaf === cluster.workers.length,
        `${deaf} workers are deaf instead of ${cluster.workers.length}`,
      );
      const since = Date.now();
      await sleep(size(5_000, 20_000, 60_000));
      const until = Date.now();
      await sleep(LAST_ONES_MS);
      const delays = startDelays(testBed, since, until);
      const [p50, p95] = [0.5, 0.95].map((share) => percentile(delays, share));
      log(`from acknowledgement to start: p50 ${p50} ms, p95 ${p95} ms, of ${delays.length}`);
      expect((p95 ?? Number.POSITIVE_INFINITY) <= P95_WITHIN_MS, `p95 of the starts is ${p95} ms`);
    });
    testBed.expectAllAlive();
  },
};

/** From each acknowledgement of the time to the first call of a provider. */
function startDelays({ client, mailProvider }: TestBed, since: number, until: number): number[] {
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
