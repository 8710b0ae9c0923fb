import type { Database, Queryable } from "../../src/database/database.ts";
import { wrapDatabase } from "../wrapped-database.ts";

/** A process that dies: after so many statements and commits nothing of it reaches the database any more. */
export type CrashableDatabase = Database & {
  /** Die at the step with this number from now on, counting statements, the moment before each commit and that after it. */
  crashAt(step: number): void;
  /** A new process takes its place. Answers whether the old one had died. */
  restart(): boolean;
};

export class ProcessCrashed extends Error {}

export function crashable(database: Database): CrashableDatabase {
  let stepsLeft = Number.POSITIVE_INFINITY;
  const step = () => {
    stepsLeft -= 1;
    if (stepsLeft < 0) throw new ProcessCrashed("the process died here");
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
      const hadDied = stepsLeft < 0;
      stepsLeft = Number.POSITIVE_INFINITY;
      return hadDied;
    },
  });
}
