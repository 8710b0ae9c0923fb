import type { Log } from "../foundation/log.ts";
import type { Keyring } from "../foundation/secrets.ts";
import { type Connection, type Database, openDatabase } from "./database.ts";
import { createOutage, type Outage } from "./outage.ts";
import { ping } from "./ping.ts";

/**
 * The pools of a process, by purpose: what one of them does cannot take the connections of another. All together have
 * at most 27 connections, and `LISTEN` has one more (only in a process with workers): 28 of the 60 that the embedded
 * server allows, which leaves room for `tidings environments` and for an operator's psql; the embedded server's own lock
 * takes one as well. Connections are opened when they are needed and closed after 30 s without a statement, so that a
 * quiet process holds about five. An external server must allow 28 for each process.
 */
export type Databases = {
  /** What requests write: all statements of a call that is no GET. */
  readonly requests: Database;
  /** What GET requests read. PostgreSQL ends a statement of theirs after 10 s instead of 30 s. */
  readonly reads: Database;
  /** Workers, presence, purge, the size of the backlog, and commands. */
  readonly work: Database;
  /** The common commits of triggers: two with an Idempotency-Key and two without (`COMMITS_TOGETHER`). */
  readonly triggers: Database;
  /** One connection for readyz, which must not wait for any other statement. */
  readonly health: Database;
  /** What all of them know of the database's outages. */
  readonly outage: Outage;
  close(): Promise<void>;
};

/**
 * Connections of each pool. PostgreSQL works off about as many statements at once as it has cores, and some wait for
 * the disk: 8 keep up to 8 cores busy with writes. Reads get fewer, because a slow one is slow by its work and not by
 * waiting. Workers share eight between the parts that they recall
 * and settle, the answers of providers, presence and purge.
 */
export const POOL_SIZES = { requests: 8, reads: 6, work: 8, triggers: 4, health: 1 } as const;

const READ_TIMEOUT_MS = 10_000;
const HEALTH_TIMEOUT_MS = 2_000;

export type DatabasesOptions = { connection: Connection; log: Log; keyring?: Keyring };

export function openDatabases(given: DatabasesOptions): Databases {
  const outage = createOutage({ log: given.log, look: () => ping(health) });
  const options = { ...given, outage };
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
