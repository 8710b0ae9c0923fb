import { makeDirectory, removeDirectory } from "./cleanup.ts";
import { type Cluster, type ClusterOptions, openCluster, type Slot } from "./cluster.ts";
import { type FalseClock, openFalseClock } from "./false-clock.ts";
import { type FaultProxy, openFaultProxy } from "./fault-proxy.ts";
import type { Postgres } from "./postgres.ts";
import { openScriptedProvider, type ScriptedProvider } from "./scripted-provider.ts";
import { openScriptedSmtp } from "./scripted-smtp.ts";
import { nodeVariables } from "./seeding/seeding.ts";
import { type Scenario, type Setting, SHORT_LEASES } from "./stage.ts";
import { openSyncedLog, type SyncedLog } from "./synced-log.ts";
import type { MailProvider } from "./world.ts";

/** Everything that stands on a stage, and has to be carried off again. */
export type Props = {
  readonly cluster: Cluster;
  /** undefined where it is embedded. */
  readonly postgres: Postgres | undefined;
  readonly mailProvider: ScriptedProvider;
  readonly smsProvider: ScriptedProvider;
  readonly mailAt: MailProvider;
  readonly smsUrl: string;
  readonly providerNetwork: FaultProxy;
  readonly callerNetwork: FaultProxy;
  readonly falseClock: FalseClock;
  /** Where callers find the APIs. */
  readonly callerUrls: readonly string[];
  readonly historyLog: SyncedLog;
  close(): Promise<void>;
};

/** Providers, networks and the cluster, all of its processes running. What was opened is closed when the rest fails. */
export async function carryIn(scenario: Scenario, setting: Setting): Promise<Props> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one();
  };
  const keep = <T extends { close(): Promise<unknown> }>(opened: T): T => {
    closing.push(() => opened.close());
    return opened;
  };
  const networkBefore = async (port: number) => keep(await openFaultProxy({ host: "127.0.0.1", port }));
  try {
    const directory = makeDirectory(scenario.id);
    closing.push(() => removeDirectory(directory));
    const log = keep(openSyncedLog(`${directory}/calls.jsonl`));
    const historyLog = keep(openSyncedLog(`${directory}/history.jsonl`));
    const mailProvider = keep(
      scenario.isMailSmtp
        ? await openScriptedSmtp("smtp", log)
        : await openScriptedProvider({ name: "exact", isDeduplicating: true, log }),
    );
    const smsProvider = keep(await openScriptedProvider({ name: "plain", isDeduplicating: false, log }));
    const mailNetwork = await networkBefore(mailProvider.port);
    const smsNetwork = await networkBefore(smsProvider.port);
    const own = await scenario.openOwnPostgres?.();
    closing.push(() => own?.stop());
    const postgres = scenario.isEmbedded ? undefined : (own ?? setting.postgres);
    const falseClock = openFalseClock(directory);
    const cluster = keep(await openCluster(shapeOf(scenario, postgres, falseClock)));
    await cluster.start(cluster.slots[0] as Slot);
    await Promise.all(cluster.slots.map((slot) => cluster.start(slot)));
    const ports = cluster.apis.map(({ url }) => Number(new URL(url).port));
    const callerNetworks = scenario.hasCallerNetwork ? await Promise.all(ports.map(networkBefore)) : [];
    return {
      cluster,
      postgres,
      mailProvider,
      smsProvider,
      mailAt: scenario.isMailSmtp ? { smtpPort: mailNetwork.port } : { url: urlOf(mailNetwork) },
      smsUrl: urlOf(smsNetwork),
      providerNetwork: together([mailNetwork, smsNetwork]),
      callerNetwork: together(callerNetworks),
      falseClock,
      callerUrls: scenario.hasCallerNetwork ? callerNetworks.map(urlOf) : cluster.apis.map(({ url }) => url),
      historyLog,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function shapeOf(
  scenario: Scenario,
  postgres: Postgres | undefined,
  { variables }: FalseClock,
): ClusterOptions {
  const { apis = 2, workers = 2, failpoints = SHORT_LEASES, falseClocks } = scenario;
  const extrasOf = (role: Slot["role"]) => ({
    ...(falseClocks === "all" || (falseClocks === "workers" && role === "worker") ? variables : {}),
    ...nodeVariables(scenario.seedling, scenario.nodeOptions),
  });
  const directory = scenario.openServersDirectory?.() ?? makeDirectory("servers");
  return { postgres, apis, workers, failpoints, directory, extrasOf };
}

const urlOf = ({ port }: FaultProxy): string => `http://127.0.0.1:${port}`;

function together(proxies: readonly FaultProxy[]): FaultProxy {
  return {
    port: 0,
    set: (mode) => proxies.reduce((sum, proxy) => sum + proxy.set(mode), 0),
    resetAll: () => {
      for (const proxy of proxies) proxy.resetAll();
    },
    close: async () => {},
  };
}
