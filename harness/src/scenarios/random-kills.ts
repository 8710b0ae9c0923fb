import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { killProcess } from "../cleanup.ts";
import type { Slot } from "../cluster.ts";
import { childrenOf, waitForExit } from "../postgres.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import { startServer } from "../server-process.ts";

/** kill -9 of any process at any moment, under load. */
export const randomKills: Scenario = {
  id: "F-R",
  title: "kill -9 of any process",
  providerMs: 40,
  run: async (testBed) => {
    const kills = testBed.size(8, 40, 200);
    await sleep(1_000);
    for (let n = 1; n <= kills; n += 1) {
      const victim = testBed.random.pick(testBed.cluster.slots);
      testBed.log(`kill ${n} of ${kills}: ${victim.name}; ${testBed.client.acknowledged} acknowledged`);
      await testBed.kill(victim);
      await sleep(testBed.random.integer(100, 900));
    }
    await sleep(1_000);
  },
};

/** The same for one process with the embedded PostgreSQL: kills the process, its PostgreSQL, or both. */
export const embeddedKills: Scenario = {
  id: "F-E",
  title: "kill -9, embedded",
  isEmbedded: true,
  providerMs: 40,
  perSecond: 12,
  run: async (testBed) => {
    const kills = testBed.size(4, 24, 200);
    await sleep(1_000);
    for (let n = 1; n <= kills; n += 1) {
      const victims = testBed.random.pick(["the program", "PostgreSQL", "both"] as const);
      testBed.log(`kill ${n} of ${kills}: ${victims}; ${testBed.client.acknowledged} acknowledged`);
      await killEmbedded(testBed, victims);
      await sleep(testBed.random.integer(200, 1_200));
    }
    await expectRefusedSecond(testBed);
    await sleep(500);
  },
};

async function killEmbedded(testBed: TestBed, victims: "the program" | "PostgreSQL" | "both"): Promise<void> {
  const slot = testBed.cluster.slots[0] as Slot;
  const postgres = postmasterIn(testBed.cluster.dataDirectory);
  await testBed.injectFault(`kill -9 of ${victims}`, true, async () => {
    if (victims !== "PostgreSQL") await testBed.cluster.end(slot, "SIGKILL");
    if (victims !== "the program" && postgres) await killPostmaster(postgres);
  });
  await testBed.cluster.start(slot);
}

/** On an idle machine. Includes the start of the program: up to 10 s beside other scenarios. */
const ENDS_WITHIN_MS = 30_000;

/** A second instance on the same directory must end at once, and must not disturb the first. */
async function expectRefusedSecond({ cluster, scaled, expect }: TestBed): Promise<void> {
  const slot = cluster.slots[0] as Slot;
  const second = startServer(cluster.dataDirectory, { ...cluster.variablesOf(slot), PORT: "0" });
  const since = performance.now();
  const { code } = await second.ended;
  expect(code === 1, `a second instance ended with ${code} instead of 1`);
  expect(
    /in use|another|already/i.test(second.output),
    `the error of a second instance does not name the problem: ${second.output.slice(0, 200)}`,
  );
  expect(performance.now() - since < scaled(ENDS_WITHIN_MS), "a second instance did not end in time");
}

function postmasterIn(dataDirectory: string): number | undefined {
  try {
    return (
      Number(readFileSync(`${dataDirectory}/postgres/postmaster.pid`, "utf8").split("\n")[0]) || undefined
    );
  } catch {
    return undefined;
  }
}

async function killPostmaster(pid: number): Promise<void> {
  const pids = [pid, ...childrenOf(pid)];
  for (const each of pids) killProcess(each);
  await waitForExit(pids);
}

/** Mail servers do not deduplicate: a kill while sending may duplicate an email, but must not lose one. */
export const killsWhileMailing: Scenario = {
  id: "F-WM",
  title: "kill -9 of workers, emails by SMTP",
  apis: 1,
  isMailSmtp: true,
  providerMs: 20,
  run: async (testBed) => {
    const kills = testBed.size(3, 12, 60);
    for (let n = 1; n <= kills; n += 1) {
      await sleep(testBed.random.integer(400, 1_200));
      const victim = testBed.random.pick(testBed.cluster.workers);
      testBed.log(`kill ${n} of ${kills}: ${victim.name}; ${testBed.client.acknowledged} acknowledged`);
      await testBed.kill(victim);
    }
    await sleep(500);
  },
};
