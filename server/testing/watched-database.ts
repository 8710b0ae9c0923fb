import type { Database, Queryable } from "../src/database/database.ts";
import { wrapDatabase } from "./wrapped-database.ts";

/** A statement the database refused: its SQLSTATE and what it said. */
export type RefusedStatement = { code: string; message: string };

/** The same database, and word of every statement it refuses, whoever sent it. */
export function watchDatabase(database: Database, refused: (statement: RefusedStatement) => void): Database {
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
