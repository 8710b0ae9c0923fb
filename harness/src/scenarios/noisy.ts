import { readdirSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attacker, openAttacker } from "../attacker.ts";
import type { Slot } from "../cluster.ts";
import { MAX_ORDINARY_SLOWNESS } from "../control.ts";
import { calmed, figuresOf, grown, type ProcessFigures, slowAnswers, watchStalls } from "../isolation.ts";
import { resetPeak } from "../process-facts.ts";
import { randomAttack } from "../random-attack.ts";
import { answerTimes, smsTimes } from "../response-times.ts";
import { LONG_LEASE_SECONDS, type Scenario, type TestBed } from "../scenario.ts";

const LANES = 4;
/** Before the attacks: how slow the machine is without them. */
const REST_MS = 4_000;
const MAX_REPORTS = 5;

/** One environment uses every limit at random; another environment in the same process must not be affected. */
export const noisy: Scenario = {
  id: "noisy",
  title: "noisy neighbour: one environment at every limit",
  runsAlone: true,
  takesTime: true,
  isEmbedded: true,
  // No process is killed.
  leaseSeconds: LONG_LEASE_SECONDS,
  nodeOptions: `--import=${new URL("../collect-on-signal.js", import.meta.url)}`,
  perSecond: 4,
  repeats: 0.01,
  settleMs: 120_000,
  nextTrigger: (traffic, n) => traffic.of(n % 2 === 0 ? "sms" : "news", n),
  run: async (testBed) => {
    const slot = testBed.cluster.slots[0] as Slot;
    const pid = slot.process?.pid as number;
    const attacker = await openAttacker(testBed);
    await sleep(REST_MS);
    const slowness = testBed.slowness();
    const before = figuresOf(pid);
    resetPeak(pid);
    const span = { from: Date.now(), until: Number.POSITIVE_INFINITY };
    const watch = watchStalls(slot.url, testBed.control, slowness);
    const count = await runAttacks(testBed, { attacker, report: createReporter(testBed) });
    const stalls = await watch.stop();
    span.until = Date.now();
    const { livezMs, controlMs, failures } = stalls;
    testBed.log(`${count} attacks; p99 of /livez ${livezMs} ms, of the control ${controlMs} ms`);
    testBed.expect(failures.length === 0, `${failures.length} times ${failures[0]}`);
    testBed.expectAllAlive();
    if (slot.process?.isRunning) await expectCalm(testBed, { pid, before, slowness });
    testBed.afterSettling(() => {
      const [messages, responses] = [smsTimes(testBed, span), answerTimes(testBed, span)];
      for (const what of slowAnswers({ ...stalls, messages, responses }, slowness))
        testBed.expect(false, what);
      expectUndisturbed(testBed, messages);
    });
  },
};

type Report = (what: string) => void;

/** Reports only the first violations. */
function createReporter({ expect, log }: TestBed): Report {
  let count = 0;
  return (what) => {
    count += 1;
    if (count > MAX_REPORTS) return;
    log(what);
    expect(false, what);
  };
}

type Attacks = { attacker: Attacker; report: Report };

async function runAttacks(testBed: TestBed, { attacker, report }: Attacks): Promise<number> {
  const end = Date.now() + testBed.size(20_000, 120_000, 7_200_000);
  let count = 0;
  const lane = async (): Promise<void> => {
    while (Date.now() < end) {
      const id = `noise-${count++}`;
      const attack = randomAttack(testBed.random.fork(id), id);
      // Its steps may fail, and its rows are deleted afterwards.
      testBed.allowFailure(id);
      const problems = await attacker.run(attack);
      for (const what of problems) report(what);
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

type Rest = { pid: number; before: ProcessFigures; slowness: number };

async function expectCalm({ log, expect }: TestBed, { pid, before, slowness }: Rest): Promise<void> {
  process.kill(pid, "SIGUSR2");
  const after = await calmed(pid, before, slowness);
  log(`before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`);
  for (const what of after ? grown(before, after) : ["the process ended by itself"]) expect(false, what);
}

function expectUndisturbed({ client, slowness, log, expect }: TestBed, messages: readonly number[]): void {
  log(`${messages.length} messages of the other environment`);
  expect(messages.length > 0, "the other environment got no message");
  const mayBeShed = slowness() > MAX_ORDINARY_SLOWNESS;
  for (const [answer, times] of client.answers)
    expect(
      /^20\d/.test(answer) || (mayBeShed && answer === "503 retry-after"),
      `the other environment was answered ${answer} ${times} times`,
    );
}
