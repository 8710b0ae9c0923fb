import { writeFileSync } from "node:fs";
import { check } from "./check.ts";
import type { Cluster } from "./cluster.ts";
import { MAX_ORDINARY_SLOWNESS } from "./control.ts";
import { describeOpenWork, dumpDatabase, openWork } from "./dump.ts";
import type { Evidence, Violation } from "./evidence.ts";
import { type Fixtures, setUp } from "./fixtures.ts";
import { checkFootprints, footprintsOf } from "./footprint.ts";
import { checkPlaces } from "./held-places.ts";
import type { HistoryClient } from "./history-client.ts";
import { recordPutOffs } from "./put-offs.ts";
import { longestRecovery, type Result, resultOf } from "./result.ts";
import type { RunSettings, Scenario } from "./scenario.ts";
import type { Script } from "./scripted-provider.ts";
import { type Run, startRun } from "./test-bed.ts";
import { createWaitUntil } from "./waiting.ts";
import { createCrowd, seedData } from "./workload.ts";

/** Acknowledged triggers: a fault that meets no work proves nothing. */
const BEFORE_THE_FIRST_FAULT = 10;
const SETTLE_MS = 60_000;
const SETTLED_EVERY_MS = 200;
const LOG_EVERY_MS = 10_000;

/** Starts a cluster, runs the scenario under load, waits until all work is done, and checks the evidence. */
export async function runScenario(scenario: Scenario, settings: RunSettings): Promise<Result> {
  const startedAt = performance.now();
  const fixtures = await setUp(scenario, settings);
  try {
    await prepare(scenario, fixtures, settings);
    await fixtures.connectMore();
    const footprints = footprintsOf(fixtures.cluster);
    const run = startRun(scenario, settings, fixtures);
    await run.testBed.waitUntil(() => run.client.acknowledged >= BEFORE_THE_FIRST_FAULT, SETTLE_MS);
    await scenario.run(run.testBed).catch((error: Error) => {
      run.violations.push({
        invariant: scenario.id,
        what: `the scenario failed with an error: ${error.stack}`,
      });
    });
    settings.log("stopping the client, and waiting until all work is done");
    const settledMs = await settle(scenario, fixtures, run);
    for (const runCheck of run.finalChecks) await runCheck();
    run.violations.push(...(await checkFootprints(run.testBed, footprints)));
    run.violations.push(...(await checkPlaces(run.testBed)));
    const evidence = await collectEvidence(scenario, fixtures, run);
    const violations = [
      ...run.violations,
      ...wrongAnswers(run.client, scenario),
      ...slowRecovery(evidence, scenario),
      ...check(evidence),
    ];
    if (settings.keep)
      writeFileSync(`${settings.keep}/${scenario.id}.json`, JSON.stringify({ ...evidence, violations }));
    if (evidence.slowness > MAX_ORDINARY_SLOWNESS)
      settings.log(
        `bounds of time were ${evidence.slowness.toFixed(1)} times wider: the machine is slow or busy`,
      );
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
  { control, log }: RunSettings,
): Promise<void> {
  const waitUntil = createWaitUntil((ms) => ms * control.slowness());
  await cluster.withDatabase(recordPutOffs);
  await seedData(cluster, mailAt, smsUrl);
  if (scenario.needsCrowd)
    await createCrowd(cluster, async () => void (await waitUntil(isSettled(cluster, log), SETTLE_MS)));
  const { providerMs: ms = 0 } = scenario;
  const script: Script = scenario.script ?? (() => (ms > 0 ? { kind: "slow", ms } : { kind: "ok" }));
  for (const provider of [mailProvider, smsProvider]) provider.setScript(script);
}

/** Ends all network faults, starts all processes, stops the client; returns the time from then until no work is left. */
async function settle(
  scenario: Scenario,
  fixtures: Fixtures,
  { testBed, client, violations }: Run,
): Promise<number> {
  const { cluster, providerNetwork, clientNetwork } = fixtures;
  for (const network of [cluster.network, providerNetwork, clientNetwork]) network?.set({ kind: "pass" });
  for (const slot of cluster.slots) await cluster.start(slot);
  await client.stop();
  const since = performance.now();
  const { settleMs = SETTLE_MS } = scenario;
  const isDone = await testBed.waitUntil(isSettled(cluster, testBed.log), settleMs, SETTLED_EVERY_MS);
  const tookMs = performance.now() - since;
  if (!isDone) {
    const left = await cluster.withDatabase(describeOpenWork);
    violations.push({ invariant: "rest", what: `open work after ${Math.round(tookMs / 1000)} s: ${left}` });
  }
  return tookMs;
}

/** Logs what is still open, from time to time. */
function isSettled(cluster: Cluster, log: RunSettings["log"]): () => Promise<boolean> {
  let logAt = Date.now() + LOG_EVERY_MS;
  return async () => {
    if ((await cluster.withDatabase(openWork).catch(() => Number.NaN)) === 0) return true;
    if (Date.now() > logAt) {
      const open = await cluster.withDatabase(describeOpenWork).catch(() => "the database does not answer");
      log(`still open: ${open}`);
      logAt += LOG_EVERY_MS;
    }
    return false;
  };
}

async function collectEvidence(
  scenario: Scenario,
  { cluster, mailProvider, smsProvider, moreProviders }: Fixtures,
  { testBed, client, faults, mayFail }: Run,
): Promise<Evidence> {
  return {
    history: client.history,
    calls: [mailProvider, smsProvider, ...moreProviders].flatMap(({ calls }) => calls),
    faults,
    mayFail,
    dump: await cluster.withDatabase(dumpDatabase),
    deduplicating: ["exact", ...(scenario.deduplicating ?? [])],
    concurrency: scenario.concurrency ?? {},
    logs: cluster.logs(),
    secrets: cluster.secrets,
    slowness: testBed.slowness(),
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
  const limit = recoversWithinMs * evidence.slowness;
  const what = `the longest recovery took ${longest} ms, the limit is ${Math.round(limit)} ms`;
  return longest > limit ? [{ invariant: id, what }] : [];
}

const MAX_LINES = 12;

/** Logs the last errors of the servers, to help find the cause. */
function logServerErrors({ logs }: Evidence, { log }: RunSettings): void {
  const lines = logs.split("\n").filter((line) => /"level":"(error|fatal)"/.test(line));
  for (const line of lines.slice(-MAX_LINES)) log(`server log: ${line.slice(0, 300)}`);
}
