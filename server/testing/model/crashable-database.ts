import type { Database, Queryable } from "../../src/database/database.ts";
import { wrapDatabase } from "../wrapped-database.ts";

/** The database of a process that can crash: from a given step on, no statement and no commit reaches it. */
export type CrashableDatabase = Database & {
  /** Crashes at the step with this number. Steps are statements, the moment before each commit and the moment after it. */
  crashAt(step: number): void;
  /** Starts a new process. Returns whether the old one had crashed. */
  restart(): boolean;
};

export class ProcessCrashed extends Error {}

export function crashable(database: Database): CrashableDatabase {
  let stepsLeft = Number.POSITIVE_INFINITY;
  const step = () => {
    stepsLeft -= 1;
    if (stepsLeft < 0) throw new ProcessCrashed("the process crashed here");
  };
  const on = (inner: Queryable): Queryable => ({
    secrets: inner.secrets,
    query: async (statement) => {
      step();
      return inner.query(statement);
    },
    queryPlanned: async (statement) => {
      step();
      return inner.queryPlanned(statement);
    },
  });
  return Object.assign(wrapDatabase(database, on), {
    transaction: async <T>(work: (tx: Queryable) => Promise<T>) => {
      const result = await database.transaction(async (tx) => {
        const done = await work(on(tx));
        step();
        return done;
      });
      step();
      return result;
    },
    crashAt: (number: number) => {
      stepsLeft = number;
    },
    restart: () => {
      const hadCrashed = stepsLeft < 0;
      stepsLeft = Number.POSITIVE_INFINITY;
      return hadCrashed;
    },
  });
}
