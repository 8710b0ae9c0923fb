import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../response-times.ts";
import type { Scenario, TestBed } from "../scenario.ts";

/** The statement with which a worker subscribes to work notifications. */
const LISTENS = 'listen "tidings_work"';
const P95_WITHIN_MS = 1_500;
const LAST_ONES_MS = 3_000;

/** Work notifications are lost and the connections stay open: workers must find work by polling. */
export const missedNotifications: Scenario = {
  id: "F-Q",
  title: "workers miss work notifications",
  runsAlone: true,
  // Only "news", and few of them: with digests and delays, work that becomes due would wake the workers.
  nextTrigger: (traffic, n) => traffic.of("news", n),
  perSecond: 5,
  run: async (testBed) => {
    const { cluster, injectFault, log, expect, size } = testBed;
    await sleep(1_000);
    await injectFault("notifications lost", false, async () => {
      const affected = cluster.network?.set({ kind: "black_hole", containing: LISTENS });
      expect(
        affected === cluster.workers.length,
        `${affected} connections are affected instead of ${cluster.workers.length}`,
      );
      const since = Date.now();
      await sleep(size(5_000, 20_000, 60_000));
      const until = Date.now();
      await sleep(LAST_ONES_MS);
      const delays = startDelays(testBed, since, until);
      const [p50, p95] = [0.5, 0.95].map((share) => percentile(delays, share));
      log(`from acknowledgement to start: p50 ${p50} ms, p95 ${p95} ms, of ${delays.length} triggers`);
      expect(
        (p95 ?? Number.POSITIVE_INFINITY) <= P95_WITHIN_MS,
        `p95 of the delay before the start is ${p95} ms`,
      );
    });
    testBed.expectAllAlive();
  },
};

/** From each acknowledgement between `since` and `until` to the first call to the mail provider. */
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
