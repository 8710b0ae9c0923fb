import { setTimeout as sleep } from "node:timers/promises";
import { type Databases, POOL_SIZES } from "./database/databases.ts";
import { lookAtQueue, type QueueLook } from "./delivery/queue/queue-depth-store.ts";
import { onceInAWhile } from "./foundation/once-in-a-while.ts";
import { countOpenBreakers } from "./integrations/integration-store.ts";
import type { Reading, ReadMetric } from "./metrics/readings.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { Templates } from "./templates/templates.ts";

export type ReadingParts = {
  databases: Databases;
  templates: Pick<Templates, "threads">;
  sandbox: Pick<Sandbox, "threads">;
  nowMs: () => number;
};

/** The metrics that are read at a scrape: what the database says of the queue, and how this process is. */
export function readingsOf(parts: ReadingParts): ReadMetric[] {
  return [...queueReadings(parts), ...databaseReadings(parts.databases), ...threadReadings(parts)];
}

/** Several scrapes, of however many systems, cost one look. */
const LOOK_EVERY_MS = 5_000;
/** A scrape is answered also when the database is not: without what only the database knows. */
const LOOK_WITHIN_MS = 2_000;

type Look = { queues: readonly QueueLook[]; breakers: readonly Reading[] };
const NOTHING_KNOWN: Look = { queues: [], breakers: [] };

function queueReadings({ databases: { work }, nowMs }: ReadingParts): ReadMetric[] {
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
  return [
    {
      name: "queue_ready",
      help: "Rows that are due and with no worker, in all processes; counted up to 100,000.",
      labelNames: ["queue"],
      read: async () =>
        (await known()).queues.map(({ queue, ready }) => ({ value: ready, labels: { queue } })),
    },
    {
      name: "queue_oldest_age_seconds",
      help: "For how long the oldest row that is due has waited for a worker; 0 when none waits.",
      labelNames: ["queue"],
      read: async () =>
        (await known()).queues.map(({ queue, oldestAgeSeconds: value }) => ({ value, labels: { queue } })),
    },
    {
      name: "breakers_open",
      help: "Integrations whose breaker is open or lets probes through, in all processes, by provider.",
      labelNames: ["provider"],
      read: async () => (await known()).breakers,
    },
  ];
}

function databaseReadings({ outage, ...databases }: Databases): ReadMetric[] {
  const pools = Object.keys(POOL_SIZES) as (keyof typeof POOL_SIZES)[];
  return [
    {
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
    },
    {
      name: "database_pool_size",
      help: "Connections that a pool may have at most.",
      labelNames: ["pool"],
      read: () => pools.map((pool) => ({ value: POOL_SIZES[pool], labels: { pool } })),
    },
    {
      name: "database_waiting",
      help: "Statements that wait for a connection, by pool.",
      labelNames: ["pool"],
      read: () => pools.map((pool) => ({ value: databases[pool].waitingCount, labels: { pool } })),
    },
    {
      name: "database_reachable",
      help: "0 while the database cannot be reached, else 1.",
      read: () => [{ value: outage.isUnderWay ? 0 : 1 }],
    },
    {
      name: "database_outages_total",
      help: "Outages of the database that this process has seen.",
      read: () => [{ value: outage.count }],
    },
  ];
}

function threadReadings({ templates, sandbox }: ReadingParts): ReadMetric[] {
  const pools = { templates, schemas: sandbox };
  const states = () => Object.entries(pools).map(([pool, { threads }]) => ({ pool, ...threads() }));
  const add = (name: string, help: string, field: "size" | "busy" | "started" | "killed"): ReadMetric => ({
    ...{ name, help, labelNames: ["pool"] },
    read: () => states().map(({ pool, [field]: value }) => ({ value, labels: { pool } })),
  });
  return [
    add("threads", "Threads for templates, and for schemas and patterns, that may run at once.", "size"),
    add("threads_busy", "Threads that work at this moment.", "busy"),
    add(
      "threads_started_total",
      "Threads that were started; beyond the size of the pool, in place of others.",
      "started",
    ),
    add(
      "threads_killed_total",
      "Threads that ended with work in their hands: too slow, too much memory.",
      "killed",
    ),
  ];
}
