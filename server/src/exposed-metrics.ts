import { setTimeout as sleep } from "node:timers/promises";
import { type Databases, POOL_SIZES } from "./database/databases.ts";
import { lookAtQueue, type QueueLook } from "./delivery/queue-store.ts";
import { onceInAWhile } from "./foundation/once-in-a-while.ts";
import type { Settings } from "./foundation/settings.ts";
import { listen } from "./http/listen.ts";
import { createMetricsServer } from "./http/metrics-route.ts";
import { countOpenBreakers } from "./integrations/integration-store.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { addReadMetric, type Reading } from "./metrics/readings.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { Templates } from "./templates/templates.ts";

export type ExposedParts = {
  settings: Pick<Settings, "host" | "metricsPort" | "metricsKey">;
  databases: Databases;
  templates: Pick<Templates, "threads">;
  sandbox: Pick<Sandbox, "threads">;
  nowMs: () => number;
};

export type ExposedMetrics = {
  /** Opens the port of their own, where one is set. @returns its address. */
  listen(): Promise<string | undefined>;
  close(): Promise<void>;
};

/**
 * Where the settings ask for metrics, adds those that are read at a scrape: what the database says of the queue, and how
 * this process is. What the process counts, it counts in any case.
 */
export function exposeMetrics(metrics: Metrics, parts: ExposedParts): ExposedMetrics {
  const { host, metricsPort: port, metricsKey } = parts.settings;
  if (metricsKey || port !== undefined) {
    metrics.watchProcess();
    exposeQueue(metrics, parts);
    exposeDatabase(metrics, parts.databases);
    exposeThreads(metrics, parts);
  }
  const server = port === undefined ? undefined : createMetricsServer(metrics);
  return {
    listen: async () => {
      if (!server || port === undefined) return undefined;
      return listen(server, { host, port }).catch((error) => {
        if (error.code !== "EADDRINUSE") throw error;
        throw new Error(`Port ${port} of TIDINGS_METRICS_PORT is taken; choose another`, { cause: error });
      });
    },
    close: async () => server?.close(),
  };
}

/** Several scrapes, of however many systems, cost one look. */
const LOOK_EVERY_MS = 5_000;
/** A scrape is answered also when the database is not: without what only the database knows. */
const LOOK_WITHIN_MS = 2_000;

type Look = { queues: readonly QueueLook[]; breakers: readonly Reading[] };
const NOTHING_KNOWN: Look = { queues: [], breakers: [] };

function exposeQueue(metrics: Metrics, { databases: { work }, nowMs }: ExposedParts): void {
  const look = async (): Promise<Look> => {
    const queues = [await lookAtQueue(work, "jobs"), await lookAtQueue(work, "triggers")];
    const open = await countOpenBreakers(work);
    const breakers = open.map(({ providerId, count }) => ({
      value: count,
      labels: { provider: providerId },
    }));
    return { queues, breakers };
  };
  const shared = onceInAWhile(look, { everyMs: LOOK_EVERY_MS, nowMs });
  const late = () => sleep(LOOK_WITHIN_MS, NOTHING_KNOWN, { ref: false });
  const known = (): Promise<Look> => Promise.race([shared(), late()]).catch(() => NOTHING_KNOWN);
  addReadMetric(metrics, {
    name: "queue_ready",
    help: "Rows that are due and with no worker, in all processes; counted up to 100,000.",
    labelNames: ["queue"],
    read: async () => (await known()).queues.map(({ queue, ready }) => ({ value: ready, labels: { queue } })),
  });
  addReadMetric(metrics, {
    name: "queue_oldest_age_seconds",
    help: "For how long the oldest row that is due has waited for a worker; 0 when none waits.",
    labelNames: ["queue"],
    read: async () =>
      (await known()).queues.map(({ queue, oldestAgeSeconds: value }) => ({ value, labels: { queue } })),
  });
  addReadMetric(metrics, {
    name: "breakers_open",
    help: "Integrations whose breaker is open or lets probes through, in all processes, by provider.",
    labelNames: ["provider"],
    read: async () => (await known()).breakers,
  });
}

function exposeDatabase(metrics: Metrics, { outage, ...databases }: Databases): void {
  const pools = Object.keys(POOL_SIZES) as (keyof typeof POOL_SIZES)[];
  addReadMetric(metrics, {
    name: "database_connections",
    help: "Connections of this process, by pool and state.",
    labelNames: ["pool", "state"],
    read: () =>
      pools.flatMap((pool) => {
        const { connectionCount, idleCount } = databases[pool];
        return [
          { value: connectionCount - idleCount, labels: { pool, state: "busy" } },
          { value: idleCount, labels: { pool, state: "idle" } },
        ];
      }),
  });
  addReadMetric(metrics, {
    name: "database_pool_size",
    help: "Connections that a pool may have at most.",
    labelNames: ["pool"],
    read: () => pools.map((pool) => ({ value: POOL_SIZES[pool], labels: { pool } })),
  });
  addReadMetric(metrics, {
    name: "database_waiting",
    help: "Statements that wait for a connection, by pool.",
    labelNames: ["pool"],
    read: () => pools.map((pool) => ({ value: databases[pool].waitingCount, labels: { pool } })),
  });
  addReadMetric(metrics, {
    name: "database_reachable",
    help: "0 while the database cannot be reached, else 1.",
    read: () => [{ value: outage.isUnderWay ? 0 : 1 }],
  });
  addReadMetric(metrics, {
    name: "database_outages_total",
    help: "Outages of the database that this process has seen.",
    read: () => [{ value: outage.count }],
  });
}

function exposeThreads(metrics: Metrics, { templates, sandbox }: ExposedParts): void {
  const pools = { templates, schemas: sandbox };
  const states = () => Object.entries(pools).map(([pool, { threads }]) => ({ pool, ...threads() }));
  const add = (name: string, help: string, field: "size" | "busy" | "started" | "killed") =>
    addReadMetric(metrics, {
      ...{ name, help, labelNames: ["pool"] },
      read: () => states().map(({ pool, [field]: value }) => ({ value, labels: { pool } })),
    });
  add("threads", "Threads for templates, and for schemas and patterns, that may run at once.", "size");
  add("threads_busy", "Threads that work at this moment.", "busy");
  add(
    "threads_started_total",
    "Threads that were started; beyond the size of the pool, in place of others.",
    "started",
  );
  add(
    "threads_killed_total",
    "Threads that ended with work in their hands: too slow, too much memory.",
    "killed",
  );
}
