import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import { type Database, type DatabaseOptions, openDatabase } from "../src/database/database.ts";
import { createLog } from "../src/foundation/log.ts";
import { withClient, withDatabase } from "./cluster.ts";

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A new migrated database, cloned from the template. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const name = newName();
  await createFromTemplate(inject("clusterUrl"), name);
  return testDatabase(name);
}

/** A migrated database and its pool for the tests of one file; closes and drops them after the last test. */
export async function useTestDatabase(
  options: Partial<DatabaseOptions> = {},
): Promise<{ url: string; database: Database }> {
  const { url, drop } = await cloneDatabase();
  const database = openDatabase({ connection: { url }, log: createLog("error"), ...options });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return { url, database };
}

/** A new empty database. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = newName();
  await onceUnused(inject("clusterUrl"), `create database ${name}`);
  return testDatabase(name);
}

function newName(): string {
  return `tidings_test_${randomBytes(6).toString("hex")}`;
}

function testDatabase(name: string): TestDatabase {
  const clusterUrl = inject("clusterUrl");
  return {
    url: withDatabase(clusterUrl, name),
    drop: () => onceUnused(clusterUrl, `drop database ${name} with (force)`),
  };
}

/**
 * PostgreSQL clones one database at a time; test files start together. Copying files takes 45 ms instead of 180 with the default strategy, and a
 * service starts 0.15 s sooner.
 */
function createFromTemplate(clusterUrl: string, name: string): Promise<void> {
  const clone = `create database ${name} template ${inject("templateName")} strategy file_copy`;
  return onceUnused(clusterUrl, clone);
}

const MAX_TRIES = 40;
const AGAIN_AFTER_MS = 50;

/**
 * PostgreSQL refuses a statement about a database that other sessions use. It waits 5 s for sessions that it has ended itself, and
 * on a busy machine these may take longer.
 */
async function onceUnused(clusterUrl: string, statement: string, tries = 1): Promise<void> {
  try {
    await withClient(clusterUrl, (client) => client.query(statement));
  } catch (error) {
    const isInUse = (error as { code?: string }).code === "55006";
    if (!isInUse || tries === MAX_TRIES) throw error;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    await onceUnused(clusterUrl, statement, tries + 1);
  }
}
