import { readdirSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attacker, openAttacker } from "../attacker.ts";
import type { Slot } from "../cluster.ts";
import { watchLivez } from "../livez-watch.ts";
import { answerTimes, percentile, textTimes } from "../response-times.ts";
import { resetPeak, megabytes, memoryOf, peakMemoryOf, threadsOf } from "../process-facts.ts";
import { randomAttack } from "../random-attack.ts";
import type { Scenario, TestBed } from "../scenario.ts";

const LIVEZ_MS = 500;
const MESSAGE_MS = 2_000;
const LANES = 4;
const MORE_MEMORY = 400 * 1024 * 1024;
const MOST_MEMORY = 1_200 * 1024 * 1024;
const MORE_THREADS = 4;
const CALM_WITHIN_MS = 10_000;
const MAX_COMPLAINTS = 5;

/** One environment does what it may, at every limit; another, in the same process, must notice nothing of it. */
export const noisy: Scenario = {
  id: "noisy",
  title: "one environment at every limit, beside another",
  runsAlone: true,
  isEmbedded: true,
  // No process is killed.
  failpoints: "lease_seconds=30",
  perSecond: 4,
  repeats: 0.01,
  settleMs: 120_000,
  nextTrigger: (traffic, n) => traffic.of(n % 2 === 0 ? "text" : "news", n),
  run: async (testBed) => {
    const slot = testBed.cluster.slots[0] as Slot;
    const pid = slot.process?.pid as number;
    const attacker = await openAttacker(testBed.cluster);
    await sleep(1_000);
    const before = { memory: memoryOf(pid), threads: threadsOf(pid) };
    resetPeak(pid);
    const underWay = new Set<string>();
    const complain = complainer(testBed);
    const span = { from: Date.now(), until: Number.POSITIVE_INFINITY };
    const livez = watchLivez(slot.url, LIVEZ_MS, (tookMs) =>
      complain("livez", `/livez took ${tookMs} ms beside ${[...underWay].join(" and ")}`),
    );
    const count = await attackInLanes(testBed, { attacker, underWay, complain });
    await livez.stop();
    span.until = Date.now();
    // Far more than there are processors: others work on this machine, and times say little.
    const load = loadavg()[0]?.toFixed(1);
    testBed.log(`${count} attacks; /livez took ${livez.longestMs} ms at most; load average ${load}`);
    testBed.expectAllAlive();
    if (slot.process?.isRunning) await expectCalm(testBed, pid, before);
    testBed.afterSettling(() => expectUndisturbed(testBed, span));
  },
};

type Complain = (about: string, what: string) => void;

/** Of one kind the first few say enough. */
function complainer({ expect, log }: TestBed): Complain {
  const counts = new Map<string, number>();
  return (about, what) => {
    const times = (counts.get(about) ?? 0) + 1;
    counts.set(about, times);
    if (times > MAX_COMPLAINTS) return;
    say(what);
    expect(false, what);
  };
}

type Attacking = { attacker: Attacker; underWay: Set<string>; complain: Complain };

async function attackInLanes(testBed: TestBed, { attacker, underWay, complain }: Attacking): Promise<number> {
  const end = Date.now() + testBed.size(20_000, 120_000, 7_200_000);
  let count = 0;
  const lane = async (): Promise<void> => {
    while (Date.now() < end) {
      const id = `noise-${count++}`;
      const attack = randomAttack(testBed.random.fork(id), id);
      // Its steps may fail, and most of what remains of it is swept.
      testBed.allowFailure(id);
      underWay.add(attack.name);
      const broken = await attacker.run(attack);
      underWay.delete(attack.name);
      for (const what of broken) complain("attack", what);
      if (broken.length === 0) await sweep(testBed, id);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return count;
}

/** What has come to its end is taken away: two hours of it would be more than a disk holds. */
async function sweep({ cluster }: TestBed, transactionId: string): Promise<void> {
  const ofNotifications = ["execution_details", "jobs", "messages"].map(
    (table) => `${table.replace("_", "")} as (delete from ${table} t using gone
      where t.environment_id = gone.environment_id and t.notification_id = gone.id)`,
  );
  await cluster.withDatabase((client) =>
    client.query(
      `with gone as (delete from notifications where transaction_id = $1 returning environment_id, id),
        ${ofNotifications.join(", ")}
       delete from triggers where transaction_id = $1`,
      [transactionId],
    ),
  );
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
  for (const end = Date.now() + CALM_WITHIN_MS; Date.now() < end; await sleep(250)) {
    now = { memory: memoryOf(pid), threads: threadsOf(pid) };
    if (now.memory <= before.memory + MORE_MEMORY && now.threads <= before.threads + MORE_THREADS) break;
  }
  const peak = peakMemoryOf(pid);
  const memory = `${megabytes(before.memory)} before, ${megabytes(peak)} at the peak, ${megabytes(now.memory)} after`;
  const threads = `${before.threads} threads before, ${now.threads} after`;
  log(`${memory}; ${threads}`);
  expect(now.memory <= before.memory + MORE_MEMORY && peak <= MOST_MEMORY, `memory: ${memory}`);
  expect(now.threads <= before.threads + MORE_THREADS, threads);
}

function expectUndisturbed(testBed: TestBed, span: { from: number; until: number }): void {
  const { log, expect, client } = testBed;
  const [messages, answers] = [textTimes(testBed, span), answerTimes(testBed, span)];
  const slowest = Math.max(0, ...messages);
  const slowestAnswer = Math.max(0, ...answers);
  log(
    `${messages.length} messages of the neighbour: p50 ${percentile(messages, 0.5)} ms, ${slowest} ms at most`,
  );
  expect(messages.length > 0, "the neighbour got no message");
  expect(slowest <= MESSAGE_MS, `a message of the neighbour took ${slowest} ms`);
  expect(slowestAnswer <= MESSAGE_MS, `an answer to the neighbour took ${slowestAnswer} ms`);
  for (const [answer, times] of client.answers)
    expect(/^20\d/.test(answer), `the neighbour was answered ${answer} ${times} times`);
}
