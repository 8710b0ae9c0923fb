import pg from "pg";
import type { Sql } from "sql-template-tag";
import type { Log } from "../foundation/log.ts";
import { type Keyring, type Secrets, secretsWith } from "../foundation/secrets.ts";
import { keepListening, type Listening } from "./listen.ts";
import { createOutage, type Outage } from "./outage.ts";

/** Where the store is: a URL, or the parts of a socket connection to the embedded server. */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; password?: string; database: string };

/** What a store function asks of the database or of a transaction in it. */
export type Queryable = {
  /** Runs a statement that is prepared once per connection: for every statement whose text is one of a few. */
  query<Row>(statement: Sql): Promise<Row[]>;
  /** Runs a statement planned afresh with its values: where the best plan depends on what is looked for. */
  queryPlanned<Row>(statement: Sql): Promise<Row[]>;
  /** Seals and opens what must not stand in the database in clear. */
  readonly secrets: Secrets;
};

/** What an operation works on: the database, or the inside of one transaction (`shared-transaction.ts`). */
export type Transactional = Queryable & {
  /**
   * Everything in `work` commits together or not at all. When the connection breaks before that, it goes back to the
   * pool at once and `whenBroken` is called; each later statement of `work` fails with the error that broke it.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, whenBroken?: () => void): Promise<T>;
};

export type Database = Transactional & {
  /** Hears NOTIFY on a channel, over a connection of its own that is renewed when it breaks. */
  listen(channel: string, heard: () => void): Promise<Listening>;
  /** Statements that wait for a connection at this moment. */
  readonly waitingCount: number;
  /** Connections that are open at this moment, and those of them that no statement uses. */
  readonly connectionCount: number;
  readonly idleCount: number;
  /** Statements sent so far; for looking at what an operation costs. */
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
  /** Connections at most; they are opened when they are needed, and closed after 30 s without a statement. */
  poolSize?: number;
  /** PostgreSQL ends a statement after this long (SQLSTATE 57014); 30 s when left out. */
  statementTimeoutMs?: number;
  /** A connection that has not answered after this long is closed; without a limit when left out. */
  answerTimeoutMs?: number;
  /** The keys of `secrets`; without them nothing sealed can be read or written. */
  keyring?: Keyring;
  /** Hears what becomes of statements; pools of one process share it. One of its own when left out. */
  outage?: Outage;
};

export function openDatabase(options: DatabaseOptions): Database {
  const { connection, log, poolSize = 12, keyring, outage = createOutage({ log }), ...timeouts } = options;
  const config = clientConfig(connection, timeouts);
  const pool = new pg.Pool({ ...config, max: poolSize, idleTimeoutMillis: 30_000 });
  let isClosing = false;
  pool.on("error", (error) => {
    if (!isClosing) outage.failed(error);
  });
  // Between two who have it in their hands, a connection that ends has nobody to tell, and Node would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  let statements = 0;
  const secrets = secretsWith(keyring);
  const on = (client: Asked): Queryable => ({
    secrets,
    query: (statement) => {
      statements += 1;
      return rowsOf(client, { name: nameOf(statement.text), text: statement.text, values: statement.values });
    },
    queryPlanned: (statement) => {
      statements += 1;
      return rowsOf(client, { text: statement.text, values: statement.values });
    },
  });
  const watched: Asked = { query: (query) => watch(outage, pool.query(query)) };
  return {
    ...on(watched),
    transaction: (work, whenBroken) =>
      watch(
        outage,
        inTransaction(pool, (client) => work(on(client)), whenBroken),
      ),
    listen: (channel, heard) => keepListening(config, { channel, heard, log, outage }),
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
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

async function watch<T>(outage: Outage, asked: Promise<T>): Promise<T> {
  try {
    const answer = await asked;
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

/** A pool, or one connection of it. */
type Asked = { query(query: pg.QueryConfig | string): Promise<pg.QueryResult> };

async function rowsOf<Row>(client: Asked, query: pg.QueryConfig): Promise<Row[]> {
  return (await client.query(query)).rows as Row[];
}

/** A short name for each statement text; texts come from the code, so there are only so many. */
const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: Asked) => Promise<T>,
  whenBroken: () => void = () => {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    client.off("error", onBreak).off("end", onBreak);
    client.release(broken);
  };
  const onBreak = (error = new Error("Connection terminated in a transaction")) => {
    broken ??= error;
    release();
    whenBroken();
  };
  client.on("error", onBreak).on("end", onBreak);
  const unlessBroken: Asked = { query: (query) => (broken ? Promise.reject(broken) : client.query(query)) };
  try {
    await unlessBroken.query("begin");
    const result = await work(unlessBroken);
    await unlessBroken.query("commit");
    return result;
  } catch (error) {
    await unlessBroken.query("rollback").catch((failed: Error) => {
      broken ??= failed;
    });
    throw error;
  } finally {
    release();
  }
}
