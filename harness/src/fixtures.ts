import { makeDirectory, removeDirectory } from "./cleanup.ts";
import { type Cluster, type ClusterOptions, openCluster, type Slot } from "./cluster.ts";
import { type FaultProxy, openFaultProxy } from "./fault-proxy.ts";
import type { Postgres } from "./postgres.ts";
import { type RunSettings, type Scenario, SHORT_LEASE_SECONDS } from "./scenario.ts";
import { openScriptedProvider, type ScriptedProvider } from "./scripted-provider.ts";
import { openScriptedSmtp } from "./scripted-smtp.ts";
import { nodeVariables } from "./seeding/node-variables.ts";
import { openSkewedClock, type SkewedClock } from "./skewed-clock.ts";
import { openSyncedLog, type SyncedLog } from "./synced-log.ts";
import type { MailProvider } from "./workload.ts";

/** Everything a scenario needs; `close` stops and removes it. */
export type Fixtures = {
  readonly cluster: Cluster;
  /** undefined where PostgreSQL is embedded. */
  readonly postgres: Postgres | undefined;
  readonly mailProvider: ScriptedProvider;
  readonly smsProvider: ScriptedProvider;
  /** Opened by `connectMore`. */
  readonly moreProviders: readonly ScriptedProvider[];
  /** Opens the further providers of the scenario, and connects them. */
  connectMore(): Promise<void>;
  readonly mailAt: MailProvider;
  readonly smsUrl: string;
  readonly providerNetwork: FaultProxy;
  readonly clientNetwork: FaultProxy;
  readonly skewedClock: SkewedClock;
  /** The addresses of the APIs for clients. */
  readonly clientUrls: readonly string[];
  readonly historyLog: SyncedLog;
  readonly leaseMs: number;
  close(): Promise<void>;
};

/** Starts providers, fault proxies and all processes of the cluster. On an error, closes what was opened. */
export async function setUp(scenario: Scenario, settings: RunSettings): Promise<Fixtures> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const closeOne of closing.splice(0).reverse()) await closeOne();
  };
  const keep = <T extends { close(): Promise<unknown> }>(opened: T): T => {
    closing.push(() => opened.close());
    return opened;
  };
  const proxyFor = async (port: number) => keep(await openFaultProxy({ host: "127.0.0.1", port }));
  try {
    const directory = makeDirectory(scenario.id);
    closing.push(() => removeDirectory(directory));
    const callLog = keep(openSyncedLog(`${directory}/calls.jsonl`));
    const historyLog = keep(openSyncedLog(`${directory}/history.jsonl`));
    const mailProvider = keep(
      scenario.isMailSmtp
        ? await openScriptedSmtp("smtp", callLog)
        : await openScriptedProvider({ name: "exact", isDeduplicating: true, log: callLog }),
    );
    const isKeyed = scenario.isSmsKeyed === true;
    const smsProvider = keep(
      await openScriptedProvider({
        name: isKeyed ? "keyed" : "plain",
        isDeduplicating: isKeyed,
        log: callLog,
      }),
    );
    const mailNetwork = await proxyFor(mailProvider.port);
    const smsNetwork = await proxyFor(smsProvider.port);
    const ownPostgres = await scenario.openOwnPostgres?.();
    closing.push(() => ownPostgres?.stop());
    const postgres = scenario.isEmbedded ? undefined : (ownPostgres ?? settings.postgres);
    const skewedClock = openSkewedClock(directory);
    const leaseSeconds = leaseSecondsOf(scenario, settings);
    const program = await scenario.openProgram?.();
    const cluster = keep(
      await openCluster(clusterOptions(scenario, { postgres, skewedClock, leaseSeconds, program })),
    );
    await cluster.start(cluster.slots[0] as Slot);
    await Promise.all(cluster.slots.map((slot) => cluster.start(slot)));
    const ports = cluster.apis.map(({ url }) => Number(new URL(url).port));
    const moreProviders: ScriptedProvider[] = [];
    const connectMore = async () => {
      const opened = (await scenario.openProviders?.({ cluster, log: callLog })) ?? [];
      moreProviders.push(...opened.map(keep));
    };
    const clientNetworks = scenario.hasClientNetwork ? await Promise.all(ports.map(proxyFor)) : [];
    return {
      cluster,
      postgres,
      mailProvider,
      smsProvider,
      moreProviders,
      connectMore,
      mailAt: scenario.isMailSmtp ? { smtpPort: mailNetwork.port } : { url: urlOf(mailNetwork) },
      smsUrl: urlOf(smsNetwork),
      providerNetwork: combine([mailNetwork, smsNetwork]),
      clientNetwork: combine(clientNetworks),
      skewedClock,
      clientUrls: scenario.hasClientNetwork ? clientNetworks.map(urlOf) : cluster.apis.map(({ url }) => url),
      historyLog,
      leaseMs: leaseSeconds * 1_000,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const MAX_LEASE_FACTOR = 3;
/** A lease is renewed this many times before it expires. */
const HEARTBEATS = 4;

/** On a slow machine a process is delayed for longer, and its leases must not expire by that. */
function leaseSecondsOf(
  { leaseSeconds = SHORT_LEASE_SECONDS }: Scenario,
  { slownessAtRest }: RunSettings,
): number {
  return Math.ceil(leaseSeconds * Math.min(slownessAtRest, MAX_LEASE_FACTOR));
}

type ClusterParts = {
  postgres: Postgres | undefined;
  skewedClock: SkewedClock;
  leaseSeconds: number;
  program: string | undefined;
};

function clusterOptions(
  scenario: Scenario,
  { postgres, skewedClock, leaseSeconds, program }: ClusterParts,
): ClusterOptions {
  const { apis = 2, workers = 2, skewedClocks } = scenario;
  const { variables } = skewedClock;
  const leases = `lease_seconds=${leaseSeconds},heartbeat_ms=${(leaseSeconds * 1_000) / HEARTBEATS}`;
  const failpoints = [leases, ...(scenario.failpoints ? [scenario.failpoints] : [])].join(",");
  const extraVariables = (role: Slot["role"]) => ({
    ...(skewedClocks === "all" || (skewedClocks === "workers" && role === "worker") ? variables : {}),
    ...nodeVariables(scenario.seededBug, scenario.nodeOptions),
  });
  const directory = scenario.openServersDirectory?.() ?? makeDirectory("servers");
  return { postgres, apis, workers, failpoints, program, directory, extraVariables };
}

const urlOf = ({ port }: FaultProxy): string => `http://127.0.0.1:${port}`;

function combine(proxies: readonly FaultProxy[]): FaultProxy {
  return {
    port: 0,
    set: (mode) => proxies.reduce((sum, proxy) => sum + proxy.set(mode), 0),
    resetAll: () => {
      for (const proxy of proxies) proxy.resetAll();
    },
    close: async () => {},
  };
}
