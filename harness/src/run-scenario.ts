import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { check } from "./check.ts";
import type { Cluster } from "./cluster.ts";
import { describeOpenWork, dumpDatabase, openWork } from "./dump.ts";
import type { Evidence, Fault, Violation } from "./evidence.ts";
import { type Fixtures, setUp } from "./fixtures.ts";
import { checkFootprints, footprintsOf } from "./footprint.ts";
import { type HistoryClient, startClient } from "./history-client.ts";
import type { Random } from "./random.ts";
import { longestRecovery, type Result, resultOf } from "./result.ts";
import type { RunSettings, Scenario, TestBed } from "./scenario.ts";
import type { Script } from "./scripted-provider.ts";
import { createCrowd, createTraffic, seedData, type Traffic } from "./workload.ts";

const SETTLE_MS = 60_000;
const LOG_EVERY_MS = 10_000;

/** Starts a cluster, runs the scenario under load, waits until all work is done, and checks the evidence. */
export async function runScenario(scenario: Scenario, settings: RunSettings): Promise<Result> {
  const startedAt = performance.now();
  const fixtures = await setUp(scenario, settings);
  try {
    await prepare(scenario, fixtures, settings.log);
    const footprints = footprintsOf(fixtures.cluster);
    const run = startRun(scenario, settings, fixtures);
    await scenario.run(run.testBed).catch((error: Error) => {
      run.violations.push({
        invariant: scenario.id,
        what: `the scenario failed with an error: ${error.stack}`,
      });
    });
    settings.log("stopping the client, and waiting until all work is done");
    const settledMs = await settle(scenario, fixtures, { ...run, log: settings.log });
    for (const runCheck of run.finalChecks) await runCheck();
    run.violations.push(...(await checkFootprints(fixtures.cluster, footprints)));
    const evidence = await collectEvidence(fixtures, run);
    const violations = [
      ...run.violations,
      ...wrongAnswers(run.client, scenario),
      ...slowRecovery(evidence, scenario),
      ...check(evidence),
    ];
    if (settings.keep) writeFileSync(`${settings.keep}/${scenario.id}.json`, JSON.stringify(evidence));
    if (violations.length > 0) logServerErrors(evidence, settings);
    const tookMs = performance.now() - startedAt;
    const { answers } = run.client;
    return resultOf(scenario, { evidence, violations, settledMs, tookMs, answers, seed: settings.seed });
  } finally {
    await fixtures.close();
  }
}

async function prepare(
  scenario: Scenario,
  { cluster, mailAt, smsUrl, mailProvider, smsProvider }: Fixtures,
  log: RunSettings["log"],
): Promise<void> {
  await seedData(cluster, mailAt, smsUrl);
  if (scenario.needsCrowd)
    await createCrowd(cluster, async () => void (await isSettled(cluster, SETTLE_MS, log)));
  const { providerMs: ms = 0 } = scenario;
  const script: Script = scenario.script ?? (() => (ms > 0 ? { kind: "slow", ms } : { kind: "ok" }));
  for (const provider of [mailProvider, smsProvider]) provider.setScript(script);
}

type Run = {
  testBed: TestBed;
  client: HistoryClient;
  faults: Fault[];
  violations: Violation[];
  finalChecks: (() => Promise<void> | void)[];
  mayFail: string[];
};

function startRun(scenario: Scenario, settings: RunSettings, fixtures: Fixtures): Run {
  const random = settings.random.fork(scenario.id);
  const traffic = createTraffic(`${scenario.id.toLowerCase()}-${settings.seed}`, random.fork("traffic"));
  const client = startHistoryClient(scenario, fixtures, { traffic, random });
  const faults: Fault[] = [];
  const violations: Violation[] = [];
  const finalChecks: Run["finalChecks"] = [];
  const mayFail: string[] = [];
  const expect: TestBed["expect"] = (isTrue, what) =>
    void (isTrue || violations.push({ invariant: scenario.id, what }));
  const { cluster, mailProvider, smsProvider, providerNetwork, clientNetwork, skewedClock } = fixtures;
  const { injectFault, recordFault } = faultRecorder(faults);
  const testBed: TestBed = {
    cluster,
    mailProvider,
    smsProvider,
    providerNetwork,
    clientNetwork,
    skewedClock,
    client,
    traffic,
    random,
    injectFault,
    recordFault,
    postgres: fixtures.postgres,
    size: (short, usual, full) => ({ short, usual, full })[settings.length],
    log: settings.log,
    expect,
    allowFailure: (transactionId) => void mayFail.push(transactionId),
    afterSettling: (runCheck) => void finalChecks.push(runCheck),
    expectAllAlive: () => {
      for (const { name, process } of cluster.slots)
        expect(process?.isRunning === true, `${name} ended unexpectedly: ${process?.output.slice(-300)}`);
    },
    kill: async (slot) => {
      await injectFault(`kill -9 of ${slot.name}`, true, () => cluster.end(slot, "SIGKILL"));
      await cluster.start(slot);
    },
  };
  return { testBed, client, faults, violations, finalChecks, mayFail };
}

function startHistoryClient(
  { perSecond = 15, repeats = 0.05, nextTrigger }: Scenario,
  { cluster, clientUrls, historyLog }: Fixtures,
  { traffic, random }: { traffic: Traffic; random: Random },
): HistoryClient {
  return startClient({
    urls: clientUrls,
    apiKey: cluster.apiKey,
    perSecond,
    repeats,
    random: random.fork("client"),
    log: historyLog,
    nextTrigger: (n) => (nextTrigger ? nextTrigger(traffic, n) : traffic.next(n)),
  });
}

/** Longest time from the end of a process until the harness notices it. */
const NOTICE_DELAY_MS = 300;

function faultRecorder(faults: Fault[]): Pick<TestBed, "injectFault" | "recordFault"> {
  return {
    injectFault: async (what, isAmbiguous, work) => {
      const fault = { at: Date.now(), until: Number.MAX_SAFE_INTEGER, what, isAmbiguous };
      faults.push(fault);
      return work().finally(() => {
        fault.until = Date.now();
      });
    },
    recordFault: (what) =>
      void faults.push({ at: Date.now() - NOTICE_DELAY_MS, until: Date.now(), what, isAmbiguous: true }),
  };
}

/** Ends all network faults, starts all processes, stops the client; returns the time from then until no work is left. */
async function settle(
  scenario: Scenario,
  fixtures: Fixtures,
  { client, violations, log }: Run & Pick<RunSettings, "log">,
): Promise<number> {
  const { cluster, providerNetwork, clientNetwork } = fixtures;
  for (const network of [cluster.network, providerNetwork, clientNetwork]) network?.set({ kind: "pass" });
  for (const slot of cluster.slots) await cluster.start(slot);
  await client.stop();
  const since = performance.now();
  const { settleMs = SETTLE_MS } = scenario;
  if (!(await isSettled(cluster, settleMs, log))) {
    const left = await cluster.withDatabase(describeOpenWork);
    violations.push({ invariant: "rest", what: `open work after ${settleMs / 1000} s: ${left}` });
  }
  return performance.now() - since;
}

async function isSettled(cluster: Cluster, timeoutMs: number, log: RunSettings["log"]): Promise<boolean> {
  let logAt = Date.now() + LOG_EVERY_MS;
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(200)) {
    const open = await cluster.withDatabase(openWork).catch(() => Number.NaN);
    if (open === 0) return true;
    if (Date.now() > logAt) {
      log(
        `still open: ${await cluster.withDatabase(describeOpenWork).catch(() => "the database does not answer")}`,
      );
      logAt += LOG_EVERY_MS;
    }
  }
  return false;
}

async function collectEvidence(
  { cluster, mailProvider, smsProvider }: Fixtures,
  { client, faults, mayFail }: Run,
): Promise<Evidence> {
  return {
    history: client.history,
    calls: [...mailProvider.calls, ...smsProvider.calls],
    faults,
    mayFail,
    dump: await cluster.withDatabase(dumpDatabase),
    deduplicating: ["exact"],
    logs: cluster.logs(),
    secrets: cluster.secrets,
  };
}

/** Clients must not get a 500, a 4xx or 5xx without Retry-After, or no response at all. */
function wrongAnswers({ answers }: HistoryClient, { id, mayHang }: Scenario): Violation[] {
  const isWrong = (answer: string) => /^[45]\d\d$/.test(answer) || (answer === "TimeoutError" && !mayHang);
  const wrong = [...answers].filter(([answer]) => isWrong(answer));
  return wrong.map(([answer, times]) => ({
    invariant: id,
    what: `the client was answered ${answer} ${times} times`,
  }));
}

function slowRecovery(
  evidence: Evidence,
  { id, recoversWithinMs = Number.POSITIVE_INFINITY }: Scenario,
): Violation[] {
  const longest = longestRecovery(evidence);
  const what = `the longest recovery took ${longest} ms, the limit is ${recoversWithinMs} ms`;
  return longest > recoversWithinMs ? [{ invariant: id, what }] : [];
}

const MAX_LINES = 12;

/** Logs the last errors of the servers, to help find the cause. */
function logServerErrors({ logs }: Evidence, { log }: RunSettings): void {
  const lines = logs.split("\n").filter((line) => /"level":"(error|fatal)"/.test(line));
  for (const line of lines.slice(-MAX_LINES)) log(`server log: ${line.slice(0, 300)}`);
}
