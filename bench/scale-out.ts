import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { benchEvent, createBenchWorkflow } from "./bench-workflow.ts";
import { post, quantile } from "./load.ts";
import { type Serving, serve } from "./serving.ts";
import { type Cluster, openCluster, postmasterOf, urlOf, withClient } from "./suite/postgres.ts";
import { allStats, cpuMsOf, treeOf } from "./suite/process-trees.ts";
import type { Options, Round, Say, Survey, SurveyedContender } from "./suite/workload.ts";

/** The roles of the processes of each arrangement, in the order in which they start. */
const ARRANGEMENTS = {
  ours: ["all"],
  "two API, four workers": ["api", "api", "worker", "worker", "worker", "worker"],
} as const;
type Name = keyof typeof ARRANGEMENTS;
/** Each arrangement is first as often as second. */
const ORDER: readonly Name[] = ["ours", "two API, four workers", "two API, four workers", "ours"];
const ROUNDS = 2;
const TRIGGERS = 20_000;
/** Enough for each of four workers to have compiled its hot code. */
const WARM_UP = 5_000;
const CONNECTIONS = 64;
/** Each process needs at most 28. */
const MAX_CONNECTIONS = 200;
const DATABASE = "scale_out";
/** Triggers without a message this long after the last answer are lost. */
const PATIENCE_MS = 60_000;

type Measured = {
  perSecond: number;
  /** Load shedding answers 503 while the event loop is slow; such a trigger is not stored. */
  refused: number;
  p50: number;
  p99: number;
  /** CPU time of a trigger by role, in milliseconds. */
  cpu: Record<"api" | "worker" | "all" | "postgres" | "generator", number>;
  connections: number;
  transactions: number;
  /** Bytes of the write-ahead log for one trigger. */
  walBytes: number;
  lost: number;
  doubled: number;
};

export const scaleOut: Survey = {
  name: "scale-out",
  title: "One process, and two API with four worker processes",
  text: "On the same PostgreSQL server, in turn, each time on a new database: triggers over 64 connections, shared by the API processes, until the last message is stored, after 5,000 triggers to warm up. Every trigger must have exactly one notification with one message. Refused: the event loop was too slow.",
  unit: "trigger",
  survey: measureAll,
};

async function measureAll({ size = TRIGGERS, isQuick }: Options, say: Say): Promise<SurveyedContender[]> {
  const postgres = await openCluster(MAX_CONNECTIONS);
  const measured: Record<Name, Measured[]> = { ours: [], "two API, four workers": [] };
  try {
    for (const name of Array.from({ length: isQuick ? 1 : ROUNDS }, () => ORDER).flat()) {
      const figures = await measure(postgres, name, size);
      measured[name].push(figures);
      say(`${name}: ${figures.perSecond.toFixed(0)} triggers/s`);
    }
  } finally {
    await postgres.remove();
  }
  return [
    { name: "ours", note: "one process.", rounds: measured.ours.map((one) => roundOf(size, one)) },
    {
      name: "two API, four workers",
      note: "six processes.",
      rounds: measured["two API, four workers"].map((one) => roundOf(size, one)),
    },
  ];
}

function roundOf(operations: number, { cpu, perSecond, p50, p99, ...figures }: Measured): Round {
  const times = Object.entries(cpu).filter(([, ms]) => ms > 0);
  return {
    operations,
    figures: {
      "triggers (/s)": perSecond,
      "answer p50 (ms)": p50,
      "answer p99 (ms)": p99,
      refused: figures.refused,
      lost: figures.lost,
      doubled: figures.doubled,
      ...Object.fromEntries(times.map(([role, ms]) => [`processor time per trigger: ${role} (ms)`, ms])),
      connections: figures.connections,
      "transactions per trigger": figures.transactions,
      "WAL per trigger (bytes)": figures.walBytes,
    },
  };
}

async function measure(postgres: Cluster, name: Name, size: number): Promise<Measured> {
  const execute = (statement: string) =>
    withClient(postgres.dataDirectory, (client) => client.query(statement));
  await execute(`create database ${DATABASE}`);
  const DATABASE_URL = urlOf(postgres.dataDirectory, DATABASE);
  const processes: Serving[] = [];
  const [first, ...others] = ARRANGEMENTS[name];
  try {
    // The first creates the tables and the keys in the data directory, which all processes share.
    processes.push(await serve(undefined, { DATABASE_URL, TIDINGS_ROLE: first }));
    const { dataDirectory } = processes[0] as Serving;
    for (const role of others)
      processes.push(await serve(dataDirectory, { DATABASE_URL, TIDINGS_ROLE: role }));
    await createBenchWorkflow(processes[0] as Serving);
    const { pid: postgresPid } = postmasterOf(postgres.dataDirectory);
    const measureWith = async (client: pg.Client) => {
      const running: Running = { processes, roles: ARRANGEMENTS[name], postgresPid, client };
      await run(running, Math.min(WARM_UP, size), "w");
      return run(running, size, "t");
    };
    return await withClient(postgres.dataDirectory, measureWith, DATABASE);
  } finally {
    await Promise.all(processes.map((one) => one.stop()));
    await processes[0]?.remove();
    await execute(`drop database ${DATABASE} with (force)`);
  }
}

type Running = {
  processes: readonly Serving[];
  roles: readonly ("all" | "api" | "worker")[];
  postgresPid: number;
  client: pg.Client;
};

async function run(running: Running, size: number, mark: string): Promise<Measured> {
  const { processes, roles, client } = running;
  const targets = processes.filter((_, index) => roles[index] !== "worker");
  const count = Math.floor(size / targets.length);
  const written = await writtenBy(client);
  const cpuBefore = cpuTimes(running);
  const before = performance.now();
  const loads = await Promise.all(
    targets.map((target, at) =>
      post(target, "/v1/events/trigger", {
        count,
        connections: CONNECTIONS / targets.length,
        body: (index) => JSON.stringify(benchEvent(index * targets.length + at, `${mark}${index}`)),
      }),
    ),
  );
  await whenStored(client, performance.now() + PATIENCE_MS);
  const tookMs = performance.now() - before;
  const cpuAfter = cpuTimes(running);
  const after = await writtenBy(client);
  const accepted = loads.reduce((sum, { statuses }) => sum + (statuses.get(201) ?? 0), 0);
  const latenciesMs = loads.flatMap((load) => load.latenciesMs);
  return {
    perSecond: (accepted / tookMs) * 1000,
    refused: count * targets.length - accepted,
    p50: quantile(latenciesMs, 0.5),
    p99: quantile(latenciesMs, 0.99),
    cpu: dividedBy(accepted, cpuBefore, cpuAfter),
    ...(await account(client, mark, accepted)),
    transactions: (after.transactions - written.transactions) / accepted,
    walBytes: (after.walBytes - written.walBytes) / accepted,
  };
}

/** By the partial indexes of due rows, so that asking often costs little. */
async function whenStored(client: pg.Client, deadline: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select exists (select from fanouts)
         or exists (select from jobs where due_at is not null) as "isOpen"`,
    );
    if (!rows[0]?.isOpen || performance.now() > deadline) return;
    await sleep(20);
  }
}

/** A trigger without a message is lost; one with several notifications or messages is doubled. */
async function account(client: pg.Client, mark: string, accepted: number) {
  const { rows } = await client.query(
    `select count(*) filter (where messages = 1)::int as once, count(*) filter (where messages > 1)::int as doubled,
       (select count(*)::int from pg_stat_activity where datname = current_database()) as connections
     from (
       select t.id, count(m.id) as messages from triggers t
       join notifications n on n.environment_id = t.environment_id and n.trigger_id = t.id
       join messages m on m.environment_id = n.environment_id and m.notification_id = n.id
       where t.payload ->> 'text' like $1 group by t.environment_id, t.id) counted`,
    [`${mark}%`],
  );
  const { once, doubled, connections } = rows[0] as { once: number; doubled: number; connections: number };
  return { lost: accepted - once - doubled, doubled, connections };
}

/** Transactions of this database, and bytes of the server's write-ahead log, since their start. */
async function writtenBy(client: pg.Client): Promise<{ transactions: number; walBytes: number }> {
  const { rows } = await client.query(
    `select (xact_commit + xact_rollback)::float8 as transactions,
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walBytes"
     from pg_stat_database where datname = current_database()`,
  );
  return rows[0];
}

function cpuTimes({ processes, roles, postgresPid }: Running): Measured["cpu"] {
  const stats = allStats();
  const used = (pid: number) => cpuMsOf(treeOf(stats, [pid], []));
  const generator = cpuMsOf(stats.filter(({ pid }) => pid === process.pid));
  const times = { api: 0, worker: 0, all: 0, postgres: used(postgresPid), generator };
  for (const [index, one] of processes.entries()) times[roles[index] ?? "all"] += used(one.pid);
  return times;
}

function dividedBy(total: number, before: Measured["cpu"], after: Measured["cpu"]): Measured["cpu"] {
  const of = (role: keyof Measured["cpu"]) => (after[role] - before[role]) / total;
  return {
    api: of("api"),
    worker: of("worker"),
    all: of("all"),
    postgres: of("postgres"),
    generator: of("generator"),
  };
}
