import { type Databases, POOL_SIZES } from "./database/databases.ts";
import { lookAtQueue, type QueueLook } from "./delivery/queue/queue-depth-store.ts";
import type { Time } from "./foundation/clock.ts";
import { onceInAWhile } from "./foundation/once-in-a-while.ts";
import { within } from "./foundation/within.ts";
import { countOpenBreakers } from "./integrations/integration-store.ts";
import { countRateWaits } from "./integrations/rates/used-rates-store.ts";
import type { Reading, ReadMetric } from "./metrics/readings.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { Templates } from "./templates/templates.ts";
import type { StartedZones } from "./time-zones.ts";

export type ReadingParts = {
  databases: Databases;
  templates: Pick<Templates, "threads">;
  sandbox: Pick<Sandbox, "threads">;
  /** The sandbox of mails. */
  mailThreads: Pick<Sandbox, "threads">;
  zones: Pick<StartedZones, "see">;
  time: Time;
};

/** The metrics that are read at a scrape: the state of the queue in the database, and of this process. */
export function readingsOf(parts: ReadingParts): ReadMetric[] {
  return [
    ...queueReadings(parts),
    ...databaseReadings(parts.databases),
    ...threadReadings(parts),
    ...zoneReadings(parts.zones),
  ];
}

/** Scrapes within this time share one query. */
const READ_EVERY_MS = 5_000;
/** When the database does not respond in time, a scrape is served without the metrics of the queue. */
const READ_WITHIN_MS = 2_000;

type Snapshot = {
  queues: readonly QueueLook[];
  breakers: readonly Reading[];
  rateWaits: readonly Reading[];
};
const EMPTY: Snapshot = { queues: [], breakers: [], rateWaits: [] };

function queueReadings({ databases: { work }, time }: ReadingParts): ReadMetric[] {
  const read = async (): Promise<Snapshot> => {
    const queues = [await lookAtQueue(work, "jobs"), await lookAtQueue(work, "triggers")];
    const open = await countOpenBreakers(work);
    const breakers = open.map(({ providerId, count }) => ({
      value: count,
      labels: { provider: providerId },
    }));
    const rateWaits = (await countRateWaits(work)).map(({ providerId, reason, messages }) => ({
      value: messages,
      labels: { provider: providerId, reason },
    }));
    return { queues, breakers, rateWaits };
  };
  const shared = onceInAWhile(read, { everyMs: READ_EVERY_MS, nowMs: time.monotonicMs });
  const snapshot = async (): Promise<Snapshot> =>
    (await within(time, READ_WITHIN_MS, shared()).catch(() => EMPTY)) ?? EMPTY;
  return [
    {
      name: "queue_ready",
      help: "Due rows that no worker has claimed, in all processes; counted up to 100,000.",
      labelNames: ["queue"],
      read: async () =>
        (await snapshot()).queues.map(({ queue, ready }) => ({ value: ready, labels: { queue } })),
    },
    {
      name: "queue_oldest_age_seconds",
      help: "How long the oldest due row has waited for a worker; 0 when none waits.",
      labelNames: ["queue"],
      read: async () =>
        (await snapshot()).queues.map(({ queue, oldestAgeSeconds: value }) => ({ value, labels: { queue } })),
    },
    {
      name: "breakers_open",
      help: "Integrations whose breaker is open or lets probes through, in all processes, by provider.",
      labelNames: ["provider"],
      read: async () => (await snapshot()).breakers,
    },
    {
      name: "integration_waiting_messages",
      help: "Messages that wait for the rate of their integration, in all processes; up to 10,000 of each are counted.",
      labelNames: ["provider", "reason"],
      read: async () => (await snapshot()).rateWaits,
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
      help: "Maximum number of connections, by pool.",
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
    {
      name: "database_ended_transactions_total",
      help: "Transactions that PostgreSQL ended because this process did not continue them in time (25P03).",
      read: () => [{ value: outage.own.endedTransactions }],
    },
    {
      name: "database_late_connections_total",
      help: "Connections to the database that timed out because this process was too slow; no outages.",
      read: () => [{ value: outage.own.lateConnections }],
    },
  ];
}

function threadReadings({ templates, sandbox, mailThreads }: ReadingParts): ReadMetric[] {
  const pools = { templates, schemas: sandbox, mails: mailThreads };
  const states = () => Object.entries(pools).map(([pool, { threads }]) => ({ pool, ...threads() }));
  const add = (name: string, help: string, field: "size" | "busy" | "started" | "killed"): ReadMetric => ({
    name,
    help,
    labelNames: ["pool"],
    read: () => states().map(({ pool, [field]: value }) => ({ value, labels: { pool } })),
  });
  return [
    add(
      "threads",
      "Threads for templates, for schemas and patterns, and for mails, that may run at once.",
      "size",
    ),
    add("threads_busy", "Threads that are busy.", "busy"),
    add("threads_started_total", "Threads started, including replacements.", "started"),
    add(
      "threads_killed_total",
      "Threads killed: too much processor time or memory, no processor, or no start.",
      "killed",
    ),
  ];
}

function zoneReadings({ see }: Pick<StartedZones, "see">): ReadMetric[] {
  return [
    {
      name: "time_zones_info",
      help: "1, with the version of the time zone data in use (tzdata) and their source as labels.",
      labelNames: ["version", "source"],
      read: async () => [{ value: 1, labels: (await see()).used }],
    },
    {
      name: "time_zones_outdated",
      help: "1 while newer time zone data are beside those in use, else 0.",
      read: async () => [{ value: (await see()).newer ? 1 : 0 }],
    },
  ];
}
