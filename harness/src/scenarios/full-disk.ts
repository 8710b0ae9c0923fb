import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPrivate, useUpLogFile } from "../postgres.ts";
import { fill, smallDiskUnsupported, makeSmallDisk } from "../small-disk.ts";
import type { Scenario, TestBed } from "../scenario.ts";
import { expectListening, expectResumed } from "./expectations.ts";

const DISK_MB = 220;
/** Fewer than usual: each takes memory, and here the disk is memory, too. */
const CONNECTIONS = 70;
const RESUMES_WITHIN_MS = 30_000;
const ANSWERS_WITHIN_MS = 5_000;
const FILL_EVERY_MS = 250;

/** Nothing more can be stored. Callers are told so at once, and as soon as there is space, all goes on by itself. */
export const fullDisk: Scenario = {
  id: "F-D",
  title: "PostgreSQL's disk is full",
  unsupported: smallDiskUnsupported,
  openOwnPostgres: () => openPrivate({ directory: makeSmallDisk(DISK_MB), maxConnections: CONNECTIONS }),
  perSecond: 25,
  run: (testBed) => fillAndFree(testBed, `${testBed.postgres?.directory}/filler`),
};

/** The same where our program itself looks after PostgreSQL: nobody has to start anything again. */
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
  await testBed.injectFault("no space left", true, () => fillFor(testBed, filler, testBed.size(4_000, 20_000, 60_000)));
  await restartIfGone(testBed);
  await expectResumed(testBed, RESUMES_WITHIN_MS);
  expectPromptRefusals(testBed, since);
  await expectListening(testBed);
  testBed.expectAllAlive();
  await sleep(1_000);
}

/** What PostgreSQL gives back in between is taken, too. */
async function fillFor(testBed: TestBed, filler: string, ms: number): Promise<void> {
  const { log, client } = testBed;
  const before = client.acknowledged;
  const end = performance.now() + ms;
  for (; performance.now() < end; await sleep(FILL_EVERY_MS)) {
    fill(filler);
    if (performance.now() > end - ms / 3) await useUpLog(testBed);
  }
  log(`there is space again; ${client.acknowledged - before} acknowledged without`);
  rmSync(filler);
}

/** Little is written where nearly everything fails; so that its log comes to an end in this time, too. */
async function useUpLog({ cluster }: TestBed): Promise<void> {
  await cluster.withDatabase(useUpLogFile).catch(() => {});
}

/** Where it could not write its log, PostgreSQL ends itself: whoever made space starts it again. */
async function restartIfGone({ cluster, postgres, log }: TestBed): Promise<void> {
  const isServing = () => cluster.withDatabase(async () => true).catch(() => false);
  const end = performance.now() + RESUMES_WITHIN_MS;
  for (; postgres && !(await isServing()) && performance.now() < end; await sleep(50)) {
    // Or it is about to end, or working through its log.
    if (postgres.isRunning) continue;
    log("PostgreSQL has ended itself, and is started again");
    await postgres.start();
  }
}

function expectPromptRefusals({ client, log, expect }: TestBed, since: number): void {
  const answers = client.history.filter(({ at, tookMs }) => at >= since && tookMs !== undefined);
  const refused = answers.filter(({ answer }) => answer?.startsWith("503"));
  const first = (refused[0]?.at ?? Number.POSITIVE_INFINITY) - since;
  const slow = answers.filter(({ tookMs = 0 }) => tookMs > ANSWERS_WITHIN_MS);
  log(`${refused.length} refused, the first after ${first} ms`);
  expect(refused.length > 0, "nobody was refused, though nothing could be stored");
  expect(slow.length === 0, `${slow.length} callers waited too long, e.g. ${JSON.stringify(slow[0])}`);
}
