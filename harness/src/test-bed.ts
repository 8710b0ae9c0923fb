import type { Control } from "./control.ts";
import type { Fault, Violation } from "./evidence.ts";
import type { Fixtures } from "./fixtures.ts";
import { type HistoryClient, startClient } from "./history-client.ts";
import type { RunSettings, Scenario, TestBed } from "./scenario.ts";
import { createWaitUntil } from "./waiting.ts";
import { createTraffic } from "./workload.ts";

/** A run in progress. */
export type Run = {
  testBed: TestBed;
  client: HistoryClient;
  faults: Fault[];
  violations: Violation[];
  finalChecks: (() => Promise<void> | void)[];
  mayFail: string[];
};

/** Starts the client, and makes what the scenario works with. */
export function startRun(scenario: Scenario, settings: RunSettings, fixtures: Fixtures): Run {
  const machine = measureMachine(settings.control);
  const random = settings.random.fork(scenario.id);
  const traffic = createTraffic(`${scenario.id.toLowerCase()}-${settings.seed}`, random.fork("traffic"));
  const client = startHistoryClient(scenario, fixtures, { traffic, random, scaled: machine.scaled });
  const faults: Fault[] = [];
  const violations: Violation[] = [];
  const finalChecks: Run["finalChecks"] = [];
  const mayFail: string[] = [];
  const expect: TestBed["expect"] = (isTrue, what) =>
    void (isTrue || violations.push({ invariant: scenario.id, what }));
  const { cluster } = fixtures;
  const { injectFault, recordFault } = faultRecorder(faults, machine.scaled);
  const testBed: TestBed = {
    ...openedOf(fixtures),
    client,
    traffic,
    random,
    ...machine,
    injectFault,
    recordFault,
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

type Opened = Pick<
  TestBed,
  | "cluster"
  | "postgres"
  | "mailProvider"
  | "smsProvider"
  | "moreProviders"
  | "providerNetwork"
  | "clientNetwork"
  | "skewedClock"
  | "leaseMs"
>;

/** Of the fixtures, what a scenario works with. */
function openedOf(fixtures: Fixtures): Opened {
  const { cluster, postgres, mailProvider, smsProvider, moreProviders } = fixtures;
  const { providerNetwork, clientNetwork, skewedClock, leaseMs } = fixtures;
  const providers = { mailProvider, smsProvider, moreProviders, providerNetwork };
  return { cluster, postgres, ...providers, clientNetwork, skewedClock, leaseMs };
}

/** Since now. */
function measureMachine(control: Control): Pick<TestBed, "control" | "slowness" | "scaled" | "waitUntil"> {
  const startedAtMs = performance.now();
  const slowness = () => control.slowness(startedAtMs);
  const scaled = (ms: number) => Math.round(ms * slowness());
  return { control, slowness, scaled, waitUntil: createWaitUntil(scaled) };
}

function startHistoryClient(
  { perSecond = 15, repeats = 0.05, nextTrigger }: Scenario,
  { cluster, clientUrls, historyLog }: Fixtures,
  { traffic, random, scaled }: Pick<TestBed, "traffic" | "random" | "scaled">,
): HistoryClient {
  return startClient({
    urls: clientUrls,
    apiKey: cluster.apiKey,
    perSecond,
    repeats,
    random: random.fork("client"),
    log: historyLog,
    scaled,
    nextTrigger: (n) => (nextTrigger ? nextTrigger(traffic, n) : traffic.next(n)),
  });
}

/** On an idle machine: the longest time from the end of a process until the harness notices it. */
const NOTICE_DELAY_MS = 300;

function faultRecorder(
  faults: Fault[],
  scaled: TestBed["scaled"],
): Pick<TestBed, "injectFault" | "recordFault"> {
  return {
    injectFault: async (what, isAmbiguous, work) => {
      const fault = { at: Date.now(), until: Number.MAX_SAFE_INTEGER, what, isAmbiguous };
      faults.push(fault);
      return work().finally(() => {
        fault.until = Date.now();
      });
    },
    recordFault: (what) => {
      const until = Date.now();
      faults.push({ at: until - scaled(NOTICE_DELAY_MS), until, what, isAmbiguous: true });
    },
  };
}
