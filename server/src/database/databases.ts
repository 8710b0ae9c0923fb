import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import type { LoopDelay } from "../foundation/loop-delay.ts";
import type { Keyring } from "../foundation/secrets.ts";
import { type Connection, type Database, openDatabase } from "./database.ts";
import { createOutage, type Outage } from "./outage.ts";
import { ping } from "./ping.ts";

/**
 * The connection pools of a process, by purpose: work of one pool cannot use the connections of another. All pools
 * together have at most 27 connections, and `LISTEN` has one more (only in a process with workers): 28 of the 60 that the
 * embedded server allows, which leaves room for `tidings environments` and for an operator's psql; the embedded server's
 * lock takes one as well. Connections are opened when needed and closed after 30 s without a statement: an idle process
 * holds about five. An external server must allow 28 for each process.
 */
export type Databases = {
  /** All statements of requests other than GET. */
  readonly requests: Database;
  /** Statements of GET requests. PostgreSQL cancels them after 10 s instead of 30 s. */
  readonly reads: Database;
  /** Workers, heartbeats, purge, the size of the backlog, and commands. */
  readonly work: Database;
  /** Commits of batched triggers: two with an Idempotency-Key and two without (`COMMITS_TOGETHER`). */
  readonly triggers: Database;
  /** One connection for readyz, which must not wait for any other statement. */
  readonly health: Database;
  /** The database's outages, shared by all pools. */
  readonly outage: Outage;
  close(): Promise<void>;
};

/**
 * Connections of each pool. PostgreSQL executes about as many statements in parallel as it has cores, and some wait for
 * the disk: 8 keep up to 8 cores busy with writes. Reads get fewer, because a slow read is busy, not waiting. Workers
 * share eight for loading and settling runs, the results of providers, heartbeats and purge.
 */
export const POOL_SIZES = { requests: 8, reads: 6, work: 8, triggers: 4, health: 1 } as const;

const READ_TIMEOUT_MS = 10_000;
const HEALTH_TIMEOUT_MS = 2_000;

export type DatabasesOptions = {
  connection: Connection;
  log: Log;
  time: Time;
  keyring?: Keyring;
  loopDelay?: LoopDelay;
};

export function openDatabases({ loopDelay, ...base }: DatabasesOptions): Databases {
  const { log, time } = base;
  const outage = createOutage({ log, time, ...(loopDelay ? { loopDelay } : {}), look: () => ping(health) });
  const options = { ...base, outage };
  const requests = openDatabase({ ...options, poolSize: POOL_SIZES.requests });
  const reads = openDatabase({
    ...options,
    poolSize: POOL_SIZES.reads,
    statementTimeoutMs: READ_TIMEOUT_MS,
  });
  const work = openDatabase({ ...options, poolSize: POOL_SIZES.work });
  const triggers = openDatabase({ ...options, poolSize: POOL_SIZES.triggers });
  const health = openDatabase({
    ...options,
    poolSize: POOL_SIZES.health,
    statementTimeoutMs: HEALTH_TIMEOUT_MS,
    answerTimeoutMs: HEALTH_TIMEOUT_MS,
  });
  const all = { requests, reads, work, triggers, health };
  return {
    ...all,
    outage,
    close: async () => {
      outage.close();
      await Promise.all(Object.values(all).map((database) => database.close()));
    },
  };
}
