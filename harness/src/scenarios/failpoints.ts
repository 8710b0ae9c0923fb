import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../cluster.ts";
import type { Scenario, TestBed } from "../scenario.ts";

/** Kills at exact places in the code, see `server/src/foundation/failpoint.ts`. */
const WORKER_PLACES: Readonly<Record<string, string>> = {
  W1: "claimed",
  W2: "between two batches of a fan-out",
  W2B: "inside the transaction of a fan-out",
  W3: "before the call to the provider",
  W4: "request sent to the provider",
  W5: "provider answered, outcome not recorded",
  W6: "inside the transaction of the outcome",
  W7: "after the commit of the outcome",
  W8: "digest joined, not committed",
  W9: "digest closed, not read",
  W12: "at a heartbeat",
};
/** On an idle machine. */
const WAIT_FOR_DEATH_MS = 12_000;
/** Of a lease, which has four heartbeats. */
const SLOWER_THAN_HEARTBEATS = 0.29;
const CROWD_INTERVAL = 40;

export const workerDeaths: Scenario = {
  id: "F-W",
  title: "the worker dies at W1 … W12",
  apis: 1,
  needsCrowd: true,
  nextTrigger: (traffic, n) => (n % CROWD_INTERVAL === 5 ? traffic.of("crowd", n) : traffic.next(n)),
  run: async (testBed) => {
    const [victim, survivor] = testBed.cluster.workers as [Slot, Slot];
    const loops = testBed.size(1, 3, 16);
    for (let n = 0; n < loops; n += 1) {
      for (const place of Object.keys(WORKER_PLACES)) {
        await dieAt(testBed, victim, place);
        // A single worker first finishes the work it crashed with: otherwise the product takes that work for the cause.
        if (!survivor.process?.isRunning) await testBed.cluster.start(victim);
      }
      // The second worker runs in half of the loops.
      if (n === Math.floor(loops / 2)) await testBed.cluster.end(survivor, "SIGTERM");
    }
    for (const provider of [testBed.mailProvider, testBed.smsProvider])
      provider.setScript(() => ({ kind: "ok" }));
  },
};

async function dieAt(testBed: TestBed, slot: Slot, place: string): Promise<void> {
  const { cluster, random, mailProvider, smsProvider, leaseMs } = testBed;
  if (slot.process?.isRunning) {
    // A failpoint that was not reached before may be reached during the shutdown.
    const { signal } = await cluster.end(slot, "SIGTERM");
    if (signal === "SIGKILL") testBed.recordFault(place);
  }
  const isSlow = place === "W12";
  for (const provider of [mailProvider, smsProvider])
    provider.setScript(() =>
      isSlow ? { kind: "slow", ms: SLOWER_THAN_HEARTBEATS * leaseMs } : { kind: "ok" },
    );
  const hit = /^W(2|2B|8|9|12)$/.test(place) ? 1 : random.integer(2, 6);
  await cluster.start(slot, `${place}=kill@${hit}`).catch(() => {});
  const isDead = await dies(testBed, slot);
  testBed.log(`${place} (${WORKER_PLACES[place]}), hit ${hit}: ${isDead ? "died" : "was not reached"}`);
  if (isDead) testBed.recordFault(place);
}

/** Waits until a failpoint has killed the process; it may not be reached. */
async function dies({ waitUntil }: TestBed, { process }: Slot): Promise<boolean> {
  await waitUntil(() => process?.isRunning !== true, WAIT_FOR_DEATH_MS, 20);
  return process?.isRunning === false && (await process.ended).signal === "SIGKILL";
}

const API_PLACES: Readonly<Record<string, string>> = {
  A1: "parsed",
  A2: "checked, not inserted",
  A4: "committed, not answered",
  A5: "half of the response sent",
  A6: "bulk committed, not answered",
};
const BULK = 20;
const HALF_A_RESPONSE_BYTES = 100;

export const apiDeaths: Scenario = {
  id: "F-A",
  title: "the API dies at A1 … A6",
  workers: 1,
  hasClientNetwork: true,
  run: async (testBed) => {
    const [victim] = testBed.cluster.apis as [Slot];
    const loops = testBed.size(1, 3, 20);
    for (let n = 0; n < loops; n += 1)
      for (const place of Object.keys(API_PLACES)) {
        testBed.log(`${place} (${API_PLACES[place]}); ${testBed.client.acknowledged} acknowledged`);
        if (place === "A5") await dieInTheResponse(testBed, victim);
        else await dieInTheRequest(testBed, victim, { place, nth: n });
        await testBed.cluster.start(victim);
      }
  },
};

async function dieInTheRequest(
  testBed: TestBed,
  slot: Slot,
  { place, nth }: { place: string; nth: number },
): Promise<void> {
  const { cluster, client, random, traffic } = testBed;
  await cluster.end(slot, "SIGTERM");
  await cluster.start(slot, `${place}=kill@${place === "A6" ? 1 : random.integer(2, 6)}`);
  const requests = Array.from({ length: BULK }, (_, n) => traffic.of("news", 1_000_000 + nth * BULK + n));
  const bulk = place === "A6" ? client.bulk(requests) : undefined;
  const isDead = await dies(testBed, slot);
  if (isDead) testBed.recordFault(place);
  await cluster.start(slot);
  await bulk;
}

async function dieInTheResponse({ cluster, clientNetwork, injectFault }: TestBed, slot: Slot): Promise<void> {
  await injectFault("A5", true, async () => {
    clientNetwork.set({ kind: "cut", afterBytes: HALF_A_RESPONSE_BYTES });
    await sleep(300);
    await cluster.end(slot, "SIGKILL");
    clientNetwork.set({ kind: "pass" });
  });
}
