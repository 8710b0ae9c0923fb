import type { Database, Queryable } from "../src/database/database.ts";
import type { Databases } from "../src/database/databases.ts";
import { wrapDatabase } from "./wrapped-database.ts";

/** A statement that the database refused: SQLSTATE and message. */
export type RefusedStatement = { code: string; message: string };

/** The same pools; reports every statement that the database refuses. */
export function watchDatabases(
  databases: Databases,
  refused: (statement: RefusedStatement) => void,
): Databases {
  const { requests, reads, work, triggers, health, outage, close } = databases;
  const watch = (database: Database) => watchDatabase(database, refused);
  return {
    requests: watch(requests),
    reads: watch(reads),
    work: watch(work),
    triggers: watch(triggers),
    health: watch(health),
    outage,
    close,
  };
}

function watchDatabase(database: Database, refused: (statement: RefusedStatement) => void): Database {
  const note = (error: unknown): never => {
    const { code = "", message } = error as Error & { code?: string };
    refused({ code, message });
    throw error;
  };
  const watched = (on: Queryable): Queryable => ({
    secrets: on.secrets,
    query: (statement) => on.query<never>(statement).catch(note),
    queryPlanned: (statement) => on.queryPlanned<never>(statement).catch(note),
  });
  return wrapDatabase(database, watched);
}
