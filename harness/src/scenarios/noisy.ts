import { readdirSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attacker, openAttacker } from "../attacker.ts";
import type { Slot } from "../cluster.ts";
import { watchLivez } from "../livez-watch.ts";
import { megabytes, memoryOf, peakMemoryOf, resetPeak, threadsOf } from "../process-facts.ts";
import { randomAttack } from "../random-attack.ts";
import { answerTimes, percentile, smsTimes } from "../response-times.ts";
import type { Scenario, TestBed } from "../scenario.ts";

const LIVEZ_MS = 500;
const MESSAGE_MS = 2_000;
const LANES = 4;
const MAX_MEMORY_GROWTH = 400 * 1024 * 1024;
const MAX_MEMORY = 1_200 * 1024 * 1024;
const MAX_THREAD_GROWTH = 4;
const CALM_WITHIN_MS = 10_000;
const MAX_REPORTS = 5;

/** One environment uses every limit; another environment in the same process must not be affected. */
export const noisy: Scenario = {
  id: "noisy",
  title: "noisy neighbour: one environment at every limit",
  runsAlone: true,
  isEmbedded: true,
  // No process is killed.
  failpoints: "lease_seconds=30",
  nodeOptions: `--import=${new URL("../collect-on-signal.js", import.meta.url)}`,
  perSecond: 4,
  repeats: 0.01,
  settleMs: 120_000,
  nextTrigger: (traffic, n) => traffic.of(n % 2 === 0 ? "sms" : "news", n),
  run: async (testBed) => {
    const slot = testBed.cluster.slots[0] as Slot;
    const pid = slot.process?.pid as number;
    const attacker = await openAttacker(testBed.cluster);
    await sleep(1_000);
    const before = { memory: memoryOf(pid), threads: threadsOf(pid) };
    resetPeak(pid);
    const inFlight = new Set<string>();
    const report = createReporter(testBed);
    const span = { from: Date.now(), until: Number.POSITIVE_INFINITY };
    const livez = watchLivez(slot.url, LIVEZ_MS, (tookMs) =>
      report("livez", `/livez took ${tookMs} ms during ${[...inFlight].join(" and ")}`),
    );
    const count = await runAttacks(testBed, { attacker, inFlight, report });
    await livez.stop();
    span.until = Date.now();
    // Logged, because times mean little when the load is far above the number of processors.
    const load = loadavg()[0]?.toFixed(1);
    testBed.log(`${count} attacks; /livez took ${livez.longestMs} ms at most; load average ${load}`);
    testBed.expectAllAlive();
    if (slot.process?.isRunning) await expectCalm(testBed, pid, before);
    testBed.afterSettling(() => expectUndisturbed(testBed, span));
  },
};

type Report = (kind: string, what: string) => void;

/** Reports only the first violations of each kind. */
function createReporter({ expect, log }: TestBed): Report {
  const counts = new Map<string, number>();
  return (kind, what) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count > MAX_REPORTS) return;
    log(what);
    expect(false, what);
  };
}

type Attacks = { attacker: Attacker; inFlight: Set<string>; report: Report };

async function runAttacks(testBed: TestBed, { attacker, inFlight, report }: Attacks): Promise<number> {
  const end = Date.now() + testBed.size(20_000, 120_000, 7_200_000);
  let count = 0;
  const lane = async (): Promise<void> => {
    while (Date.now() < end) {
      const id = `noise-${count++}`;
      const attack = randomAttack(testBed.random.fork(id), id);
      // Its steps may fail, and its rows are deleted afterwards.
      testBed.allowFailure(id);
      inFlight.add(attack.name);
      const problems = await attacker.run(attack);
      inFlight.delete(attack.name);
      for (const what of problems) report("attack", what);
      if (problems.length === 0) await deleteTraces(testBed, id);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return count;
}

/**
 * Deletes the rows and files of a finished attack: those of two hours would fill the disk. Messages first, as the service
 * does: the database counts them by the workflow of their notification.
 */
async function deleteTraces({ cluster }: TestBed, transactionId: string): Promise<void> {
  await cluster.withDatabase(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select n.id from notifications n join triggers t
         on n.environment_id = t.environment_id and n.trigger_id = t.id
       where t.transaction_id = $1`,
      [transactionId],
    );
    const ids = rows.map(({ id }) => id);
    for (const table of ["messages", "execution_details", "jobs"])
      await client.query(`delete from ${table} where notification_id = any($1)`, [ids]);
    await client.query("delete from notifications where id = any($1)", [ids]);
    await client.query("delete from triggers where transaction_id = $1", [transactionId]);
  });
  const outbox = `${cluster.dataDirectory}/outbox`;
  for (const file of filesIn(outbox)) rmSync(`${outbox}/${file}`, { recursive: true, force: true });
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

type Facts = { memory: number; threads: number };

async function expectCalm({ log, expect }: TestBed, pid: number, before: Facts): Promise<void> {
  let now: Facts = before;
  process.kill(pid, "SIGUSR2");
  for (const end = Date.now() + CALM_WITHIN_MS; Date.now() < end; await sleep(250)) {
    now = { memory: memoryOf(pid), threads: threadsOf(pid) };
    if (now.memory <= before.memory + MAX_MEMORY_GROWTH && now.threads <= before.threads + MAX_THREAD_GROWTH)
      break;
  }
  const peak = peakMemoryOf(pid);
  const memory = `${megabytes(before.memory)} before, ${megabytes(peak)} at the peak, ${megabytes(now.memory)} after`;
  const threads = `${before.threads} threads before, ${now.threads} after`;
  log(`${memory}; ${threads}`);
  expect(now.memory <= before.memory + MAX_MEMORY_GROWTH && peak <= MAX_MEMORY, `memory: ${memory}`);
  expect(now.threads <= before.threads + MAX_THREAD_GROWTH, threads);
}

function expectUndisturbed(testBed: TestBed, span: { from: number; until: number }): void {
  const { log, expect, client } = testBed;
  const [messages, answers] = [smsTimes(testBed, span), answerTimes(testBed, span)];
  const slowest = Math.max(0, ...messages);
  const slowestAnswer = Math.max(0, ...answers);
  log(
    `${messages.length} messages of the other environment: p50 ${percentile(messages, 0.5)} ms, ${slowest} ms at most`,
  );
  expect(messages.length > 0, "the other environment got no message");
  expect(slowest <= MESSAGE_MS, `a message of the other environment took ${slowest} ms`);
  expect(slowestAnswer <= MESSAGE_MS, `a response to the other environment took ${slowestAnswer} ms`);
  for (const [answer, times] of client.answers)
    expect(/^20\d/.test(answer), `the other environment was answered ${answer} ${times} times`);
}
