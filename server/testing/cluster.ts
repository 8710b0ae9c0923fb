import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../src/database/database.ts";
import { startEmbedded } from "../src/database/embedded/embedded.ts";
import { migrate } from "../src/database/migrate.ts";
import { createLog } from "../src/foundation/log.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The server for tests, without a database name; and the migrated template database that tests clone. */
    clusterUrl: string;
    templateName: string;
  }
}

const log = createLog("error");

/**
 * One PostgreSQL server for a test run: the one of DATABASE_URL, or an embedded one in a temporary directory. At the end
 * the directory is removed, or every database created on the server of DATABASE_URL is dropped.
 */
// biome-ignore lint/style/noDefaultExport: vitest asks for a default export
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env.DATABASE_URL;
  const { url, stop } = named ? { url: named, stop: async () => {} } : await startTemporary();
  const templateName = `tidings_template_${randomBytes(6).toString("hex")}`;
  await withClient(url, (client) => client.query(`create database ${templateName}`));
  const database = openDatabase({ connection: { url: withDatabase(url, templateName) }, log, poolSize: 1 });
  await migrate(database, log);
  await database.close();
  project.provide("clusterUrl", url);
  project.provide("templateName", templateName);
  return async () => {
    if (named) await withClient(url, (client) => client.query(`drop database ${templateName} with (force)`));
    await stop();
  };
}

async function startTemporary(): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "tidings-test-"));
  const server = await startEmbedded({ directory, log, isDurable: false, maxConnections: 200 });
  const { host, port, user, database } = server.connection;
  return {
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
