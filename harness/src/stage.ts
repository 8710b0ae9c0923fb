import { setTimeout as sleep } from "node:timers/promises";
import { check } from "./check.ts";
import { makeDirectory, removeDirectory } from "./cleanup.ts";
import { type Cluster, openCluster, type Slot } from "./cluster.ts";
import type { Dice } from "./dice.ts";
import { dumpOf, openWork } from "./dump.ts";
import type { Evidence, Fault, Violation } from "./evidence.ts";
import { type FaultProxy, openFaultProxy } from "./fault-proxy.ts";
import { type HistoryClient, startClient, type Wish } from "./history-client.ts";
import type { Postgres } from "./postgres.ts";
import { type Result, resultOf } from "./result.ts";
import { openScriptedProvider, type ScriptedProvider } from "./scripted-provider.ts";
import { openSyncedLog } from "./synced-log.ts";
import { createTraffic, furnish, gatherCrowd, type Traffic } from "./world.ts";

/** One row of reliability-facts 9.2. */
export type Scenario = {
  id: string;
  /** As people read it in the table. */
  title: string;
  /** One process with a PostgreSQL of its own, instead of several on one server. */
  isEmbedded?: boolean;
  apis?: number;
  workers?: number;
  /** Seconds of leases instead of half a minute, and whatever else the servers are to be different in. */
  failpoints?: string;
  perSecond?: number;
  needsCrowd?: boolean;
  /** Left out where PostgreSQL is not ours. */
  killsPostgres?: boolean;
  /** Answers of providers take this long, so that there is a send window to be killed in. */
  providerMs?: number;
  wish?: (traffic: Traffic, n: number) => Wish;
  run(stage: Stage): Promise<void>;
};

export type Stage = {
  readonly cluster: Cluster;
  readonly postgres: Postgres | undefined;
  readonly client: HistoryClient;
  readonly mailProvider: ScriptedProvider;
  readonly smsProvider: ScriptedProvider;
  /** Between the servers and their providers. */
  readonly providerNetwork: FaultProxy;
  readonly dice: Dice;
  /** How many of something this run is to have: `short` of them when time is short. */
  size(short: number, usual: number, full: number): number;
  say(text: string): void;
  /** Does harm, and puts down when, how long and whether it excuses a message that goes out twice. */
  harm<T>(what: string, isAmbiguous: boolean, work: () => Promise<T>): Promise<T>;
  /** Something that must hold, and is no matter of the records. */
  expect(isSo: boolean, what: string): void;
  /** Kills and starts again. */
  kill(slot: Slot): Promise<void>;
  /** Until everything that is started has come to its end; false when it takes too long. */
  settle(patienceMs?: number): Promise<boolean>;
};

export type Setting = {
  postgres: Postgres;
  dice: Dice;
  seed: number;
  length: "short" | "usual" | "full";
  say(text: string): void;
};

export const SHORT_LEASES = "lease_seconds=3,heartbeat_ms=1000";
const SETTLE_MS = 60_000;

export async function play(scenario: Scenario, setting: Setting): Promise<Result> {
  const startedAt = performance.now();
  const directory = makeDirectory(scenario.id);
  const callLog = openSyncedLog(`${directory}/calls.jsonl`);
  const historyLog = openSyncedLog(`${directory}/history.jsonl`);
  const mailProvider = await openScriptedProvider({ name: "exact", isDeduplicating: true, log: callLog });
  const smsProvider = await openScriptedProvider({ name: "plain", isDeduplicating: false, log: callLog });
  const mailNetwork = await openFaultProxy({ host: "127.0.0.1", port: mailProvider.port });
  const smsNetwork = await openFaultProxy({ host: "127.0.0.1", port: smsProvider.port });
  const postgres = scenario.isEmbedded ? undefined : setting.postgres;
  const cluster = await openCluster({
    postgres,
    apis: scenario.apis ?? 2,
    workers: scenario.workers ?? 2,
    failpoints: scenario.failpoints ?? SHORT_LEASES,
  });
  const dice = setting.dice.fork(scenario.id);
  const faults: Fault[] = [];
  const broken: Violation[] = [];
  try {
    const first = cluster.slots[0] as Slot;
    await cluster.start(first);
    await Promise.all(cluster.slots.map((slot) => cluster.start(slot)));
    const urls = {
      mail: `http://127.0.0.1:${mailNetwork.port}/`,
      sms: `http://127.0.0.1:${smsNetwork.port}/`,
    };
    await furnish(cluster, urls);
    const settle = (patienceMs = SETTLE_MS) => settled(cluster, patienceMs);
    if (scenario.needsCrowd) await gatherCrowd(cluster, async () => void (await settle()));
    const { providerMs = 0 } = scenario;
    const script = () =>
      providerMs > 0 ? ({ kind: "slow", ms: providerMs } as const) : ({ kind: "ok" } as const);
    mailProvider.play(script);
    smsProvider.play(script);
    const traffic = createTraffic(`${scenario.id.toLowerCase()}-${setting.seed}`, dice.fork("traffic"));
    const client = startClient({
      urls: () => cluster.apis.map(({ url }) => url),
      apiKey: cluster.apiKey,
      perSecond: scenario.perSecond ?? 15,
      dice: dice.fork("client"),
      log: historyLog,
      wish: (n) => (scenario.wish ? scenario.wish(traffic, n) : traffic.next(n)),
    });
    const harm: Stage["harm"] = async (what, isAmbiguous, work) => {
      const fault = { at: Date.now(), until: Number.MAX_SAFE_INTEGER, what, isAmbiguous };
      faults.push(fault);
      return work().finally(() => {
        fault.until = Date.now();
      });
    };
    await scenario.run({
      cluster,
      postgres,
      client,
      mailProvider,
      smsProvider,
      providerNetwork: both(mailNetwork, smsNetwork),
      dice,
      size: (short, usual, full) => ({ short, usual, full })[setting.length],
      say: setting.say,
      harm,
      expect: (isSo, what) => void (isSo || broken.push({ invariant: scenario.id, what })),
      kill: async (slot) => {
        await harm(`kill -9 of ${slot.name}`, true, () => cluster.end(slot, "SIGKILL"));
        await cluster.start(slot);
      },
      settle,
    });
    for (const network of [cluster.network, mailNetwork, smsNetwork]) network?.set({ kind: "pass" });
    for (const slot of cluster.slots) await cluster.start(slot);
    setting.say("stopping the callers, and waiting until everything is at its end");
    await client.stop();
    const settlingSince = performance.now();
    if (!(await settle())) broken.push({ invariant: "quiet", what: "there was still work after 60 s" });
    const settledMs = performance.now() - settlingSince;
    const evidence: Evidence = {
      history: client.history,
      calls: [...mailProvider.calls, ...smsProvider.calls],
      faults,
      dump: await cluster.look(dumpOf),
      deduplicating: ["exact"],
      logs: cluster.logs(),
      secrets: cluster.secrets,
    };
    const tookMs = performance.now() - startedAt;
    const violations = [...broken, ...check(evidence)];
    if (violations.length > 0) keepLogs(evidence, setting);
    return resultOf(scenario, {
      evidence,
      violations,
      settledMs,
      tookMs,
      answers: client.answers,
      seed: setting.seed,
    });
  } finally {
    await cluster.close();
    await Promise.all([mailNetwork.close(), smsNetwork.close(), mailProvider.close(), smsProvider.close()]);
    await callLog.close();
    await historyLog.close();
    removeDirectory(directory);
  }
}

function both(...proxies: FaultProxy[]): FaultProxy {
  return {
    port: 0,
    get connections() {
      return proxies.reduce((sum, { connections }) => sum + connections, 0);
    },
    set: (mode) => {
      for (const proxy of proxies) proxy.set(mode);
    },
    resetAll: () => {
      for (const proxy of proxies) proxy.resetAll();
    },
    close: async () => {},
  };
}

async function settled(cluster: Cluster, patienceMs: number): Promise<boolean> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(200)) {
    const open = await cluster.look(openWork).catch(() => Number.NaN);
    if (open === 0) return true;
  }
  return false;
}

const MOST_LINES = 15;

/** For who wants to know why: what the servers said last. */
function keepLogs({ logs }: Evidence, { say }: Setting): void {
  const lines = logs.split("\n").filter((line) => /"level":(50|60)/.test(line));
  for (const line of lines.slice(-MOST_LINES)) say(`a server said: ${line.slice(0, 400)}`);
}
