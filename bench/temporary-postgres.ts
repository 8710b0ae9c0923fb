import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@tidings/server/embedded";
import pg from "pg";
import { pino } from "pino";

/** A PostgreSQL server in a temporary directory, durable, for several processes. */
export type TemporaryPostgres = {
  readonly pid: number;
  /** Creates an empty database and returns its URL for DATABASE_URL. */
  createDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** Stops the server and removes its directory. */
  remove(): Promise<void>;
};

export async function startTemporaryPostgres(maxConnections: number): Promise<TemporaryPostgres> {
  const directory = await mkdtemp(join(tmpdir(), "tidings-bench-postgres-"));
  const log = pino({ level: "silent" });
  const server = await startEmbedded({ directory, log, maxConnections });
  const { host, port, user, database } = server.connection;
  const urlOf = (name: string) =>
    `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  const run = (statement: string) => withClient(urlOf(database), (client) => client.query(statement));
  return {
    pid: server.pid,
    createDatabase: async (name) => {
      await run(`create database ${name}`);
      return urlOf(name);
    },
    dropDatabase: async (name) => void (await run(`drop database ${name} with (force)`)),
    remove: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
