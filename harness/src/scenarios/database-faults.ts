import { setTimeout as sleep } from "node:timers/promises";
import type { FaultMode } from "../fault-proxy.ts";
import { openPrivate } from "../postgres.ts";
import type { Scenario, TestBed } from "../scenario.ts";

/** PostgreSQL dies and comes back; the Tidings processes must survive that without a restart. */
export const postgresDeaths: Scenario = {
  id: "F-DB1",
  title: "PostgreSQL dies and comes back",
  openOwnPostgres: () => openPrivate({}),
  run: async (testBed) => {
    const deaths = testBed.size(2, 12, 30);
    for (let n = 1; n <= deaths; n += 1) {
      await sleep(testBed.random.integer(500, 1_500));
      testBed.log(`death ${n} of ${deaths}; ${testBed.client.acknowledged} acknowledged`);
      await crashPostgres(testBed);
    }
    await sleep(1_500);
  },
};

/** PostgreSQL crashes, or is shut down at once, and starts again a moment later. */
export async function crashPostgres(testBed: TestBed): Promise<void> {
  const { postgres, random, injectFault, expectAllAlive } = testBed;
  if (!postgres) throw new Error("PostgreSQL is embedded");
  const signal = random.pick(["SIGKILL", "SIGQUIT"] as const);
  await injectFault(`${signal} of PostgreSQL`, true, async () => {
    await postgres.kill(signal);
    await sleep(random.integer(0, 800));
    await postgres.start();
  });
  expectAllAlive();
}

/** Network faults between the servers and PostgreSQL. */
export const badNetwork: Scenario = {
  id: "F-N1",
  title: "network faults before PostgreSQL",
  mayHang: true,
  run: async (testBed) => {
    const events = testBed.size(6, 30, 100);
    for (let n = 1; n <= events; n += 1) {
      await sleep(testBed.random.integer(200, 1_000));
      const what = testBed.random.pick([
        "reset",
        "cut",
        "cut",
        "latency",
        "refuse",
        n % 5 === 0 ? "black_hole" : "cut",
      ]);
      testBed.log(`event ${n} of ${events}: ${what}; ${testBed.client.acknowledged} acknowledged`);
      await testBed.injectFault(what, true, () => disturb(testBed, what));
      testBed.expectAllAlive();
    }
    await sleep(1_500);
  },
};

async function disturb({ cluster, random, size }: TestBed, what: string): Promise<void> {
  const network = cluster.network;
  const during = async (mode: FaultMode, ms: number) => {
    network?.set(mode);
    await sleep(ms);
    network?.set({ kind: "pass" });
  };
  switch (what) {
    case "reset":
      return network?.resetAll();
    // In the middle of a response; the response to COMMIT has 20 bytes.
    case "cut":
      return during({ kind: "cut", afterBytes: random.integer(1, 400) }, 300);
    case "latency":
      return during({ kind: "latency", ms: 200 }, 1_500);
    case "refuse":
      network?.resetAll();
      return during({ kind: "refuse" }, 1_000);
    default:
      return during({ kind: "black_hole" }, size(3_000, 8_000, 20_000));
  }
}
