import pg from "pg";
import type { Sql } from "sql-template-tag";
import { systemTime, type Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import { type Keyring, type Secrets, secretsWith } from "../foundation/secrets.ts";
import { keepListening, type Listening, type OnNotify } from "./listen.ts";
import { inTransaction, onConnection } from "./one-connection.ts";
import type { Client } from "./one-write.ts";
import { createOutage, type Outage } from "./outage.ts";

/** Where the database is: a URL, or the parts of a socket connection to the embedded server. */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; password?: string; database: string };

/** The text of a statement with `$1`, `$2` …, and their values. */
export type Statement = Pick<Sql, "text" | "values">;

/** The database, or a transaction in it, as store functions use it. */
export type Queryable = {
  /** Runs a statement that is prepared once per connection: for statements with a fixed text. */
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Runs a statement that is planned with its values: where the best plan depends on the values. */
  queryPlanned<Row>(statement: Statement): Promise<Row[]>;
  /** Encrypts and decrypts what the database must not contain in clear text. */
  readonly secrets: Secrets;
};

/** What an operation works on: the database, or a transaction that others opened (`shared-transaction.ts`). */
export type Transactional = Queryable & {
  /**
   * Everything in `work` commits atomically. When the connection breaks before the commit, it is removed from the pool at
   * once and `whenBroken` is called; each later statement of `work` fails with the same error. Statements can be sent without
   * waiting for the results of those before (`pipeline.ts`).
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, whenBroken?: () => void): Promise<T>;
};

export type Database = Transactional & {
  /**
   * All statements of `work` use one connection, outside of a transaction: those that are sent in the same turn are one write,
   * and PostgreSQL executes them one after the other.
   */
  together<T>(work: (on: Queryable) => Promise<T>): Promise<T>;
  /** Listens for NOTIFY on a channel, over a connection of its own that is reopened when it breaks. */
  listen(channel: string, on: OnNotify): Promise<Listening>;
  /** Statements that currently wait for a connection. */
  readonly waitingCount: number;
  /** Open connections, and those of them that are idle. */
  readonly connectionCount: number;
  readonly idleCount: number;
  /** Statements sent so far; used to measure the cost of an operation. */
  readonly statementCount: number;
  close(): Promise<void>;
};

const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;

export type DatabaseOptions = {
  connection: Connection;
  log: Log;
  /** Default: the system's. */
  time?: Time;
  /** Maximum of connections; they are opened when needed, and closed after 30 s without a statement. */
  poolSize?: number;
  /** PostgreSQL cancels a statement after this time (SQLSTATE 57014); default 30 s. */
  statementTimeoutMs?: number;
  /** A connection without an answer after this time is closed; no limit by default. */
  answerTimeoutMs?: number;
  /** The keys of `secrets`; without them sealed texts can be neither read nor written. */
  keyring?: Keyring;
  /** Gets the result of each statement; the pools of a process share it. By default the pool has its own. */
  outage?: Outage;
};

export function openDatabase(options: DatabaseOptions): Database {
  const { connection, log, time = systemTime, poolSize = 12, keyring, ...more } = options;
  const { outage = createOutage({ log, time }), ...timeouts } = more;
  const config = clientConfig(connection, timeouts);
  const { pool, close } = openPool(config, { poolSize, outage });
  let statements = 0;
  const secrets = secretsWith(keyring);
  const on = (client: Client): Queryable => ({
    secrets,
    // `text` of a statement is composed anew each time it is read.
    query: ({ text, values }) => {
      statements += 1;
      return rowsOf(client, { name: nameOf(text), text, values });
    },
    queryPlanned: ({ text, values }) => {
      statements += 1;
      return rowsOf(client, { text, values });
    },
  });
  const watched: Client = { query: (query) => watch(outage, pool.query(query)) };
  return {
    ...on(watched),
    transaction: (work, whenBroken) =>
      watch(
        outage,
        inTransaction(pool, (client) => work(on(client)), whenBroken),
      ),
    together: (work) =>
      watch(
        outage,
        onConnection(pool, (client) => work(on(client))),
      ),
    listen: (channel, on) => keepListening(config, { channel, ...on, log, outage, time }),
    get waitingCount() {
      return pool.waitingCount;
    },
    get connectionCount() {
      return pool.totalCount;
    },
    get idleCount() {
      return pool.idleCount;
    },
    get statementCount() {
      return statements;
    },
    close,
  };
}

function openPool(
  config: pg.ClientConfig,
  { poolSize, outage }: { poolSize: number; outage: Outage },
): { pool: pg.Pool; close: () => Promise<void> } {
  const pool = new pg.Pool({ ...config, pipeline: true, max: poolSize, idleTimeoutMillis: 30_000 });
  let isClosing = false;
  pool.on("error", (error) => {
    if (!isClosing) outage.failed(error);
  });
  // A connection that ends while no statement uses it emits an error that would end the process without a listener.
  pool.on("connect", (client) => client.on("error", () => {}));
  const close = () => {
    isClosing = true;
    return pool.end();
  };
  return { pool, close };
}

async function watch<T>(outage: Outage, query: Promise<T>): Promise<T> {
  try {
    const answer = await query;
    outage.answered();
    return answer;
  } catch (error) {
    outage.failed(error);
    throw error;
  }
}

type Timeouts = Pick<DatabaseOptions, "statementTimeoutMs" | "answerTimeoutMs">;

function clientConfig(
  connection: Connection,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, answerTimeoutMs }: Timeouts,
): pg.ClientConfig {
  return {
    ...("url" in connection ? { connectionString: connection.url } : connection),
    application_name: "tidings",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  };
}

async function rowsOf<Row>(client: Client, query: pg.QueryConfig): Promise<Row[]> {
  return (await client.query(query)).rows as Row[];
}

/** A short name for each statement text; texts come from the code, so their number is limited. */
const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}
