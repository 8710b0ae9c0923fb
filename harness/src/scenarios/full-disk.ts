import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPrivate, useUpLogFile } from "../postgres.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import { fill, makeSmallDisk, smallDiskUnsupported } from "../small-disk.ts";
import { expectListening, expectResumed } from "./expectations.ts";

const DISK_MB = 220;
/** Fewer than by default: each connection needs memory, and this disk is in memory too. */
const CONNECTIONS = 70;
/** On an idle machine, as all bounds of time. */
const RESUMES_WITHIN_MS = 30_000;
const ANSWERS_WITHIN_MS = 5_000;
const FILL_EVERY_MS = 250;

/** Nothing can be stored. Clients get a 503 at once, and all work resumes by itself when there is space again. */
export const fullDisk: Scenario = {
  id: "F-D",
  title: "PostgreSQL's disk is full",
  unsupported: smallDiskUnsupported,
  openOwnPostgres: () => openPrivate({ directory: makeSmallDisk(DISK_MB), maxConnections: CONNECTIONS }),
  perSecond: 25,
  run: (testBed) => fillAndFree(testBed, `${testBed.postgres?.directory}/filler`),
};

/** The same with the embedded PostgreSQL: it must recover without a restart by an operator. */
export const fullDiskEmbedded: Scenario = {
  id: "F-DE",
  title: "the disk is full, embedded",
  unsupported: smallDiskUnsupported,
  isEmbedded: true,
  openServersDirectory: () => makeSmallDisk(DISK_MB),
  run: (testBed) => fillAndFree(testBed, `${dirname(testBed.cluster.dataDirectory)}/filler`),
};

async function fillAndFree(testBed: TestBed, filler: string): Promise<void> {
  await sleep(1_500);
  const since = Date.now();
  await testBed.injectFault("no space left", true, () =>
    fillFor(testBed, filler, testBed.size(4_000, 20_000, 60_000)),
  );
  await restartIfGone(testBed);
  await expectResumed(testBed, RESUMES_WITHIN_MS);
  expectPromptRefusals(testBed, since);
  await expectListening(testBed);
  testBed.expectAllAlive();
  await sleep(1_000);
}

/** Fills the disk again and again, because PostgreSQL frees space in between. */
async function fillFor(testBed: TestBed, filler: string, ms: number): Promise<void> {
  const { log, client } = testBed;
  const before = client.acknowledged;
  const end = performance.now() + ms;
  for (; performance.now() < end; await sleep(FILL_EVERY_MS)) {
    fill(filler);
    if (performance.now() > end - ms / 3) await useUpWal(testBed);
  }
  log(`${client.acknowledged - before} acknowledged while the disk was full`);
  rmSync(filler);
}

/** Little WAL is written while nearly all statements fail; this makes PostgreSQL need a new WAL file. */
async function useUpWal({ cluster }: TestBed): Promise<void> {
  await cluster.withDatabase(useUpLogFile).catch(() => {});
}

/** PostgreSQL ends itself when it cannot write its WAL: the operator, who freed space, starts it again. */
async function restartIfGone({ cluster, postgres, waitUntil, log }: TestBed): Promise<void> {
  if (!postgres) return;
  const isServing = async () => {
    // A running server may be about to end, or may be in recovery.
    if (!postgres.isRunning) {
      log("PostgreSQL has ended itself and is started again");
      await postgres.start();
    }
    return cluster.withDatabase(async () => true).catch(() => false);
  };
  await waitUntil(isServing, RESUMES_WITHIN_MS, 50);
}

function expectPromptRefusals({ client, scaled, log, expect }: TestBed, since: number): void {
  const answers = client.history.filter(({ at, tookMs }) => at >= since && tookMs !== undefined);
  const refused = answers.filter(({ answer }) => answer?.startsWith("503"));
  const first = (refused[0]?.at ?? Number.POSITIVE_INFINITY) - since;
  const slow = answers.filter(({ tookMs = 0 }) => tookMs > scaled(ANSWERS_WITHIN_MS));
  log(`${refused.length} refused, the first after ${first} ms`);
  expect(refused.length > 0, "no trigger was refused, although nothing could be stored");
  expect(slow.length === 0, `${slow.length} responses took too long, e.g. ${JSON.stringify(slow[0])}`);
}
