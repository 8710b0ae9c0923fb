import type { Database, Queryable } from "../src/database/database.ts";

/** The same database with every `Queryable` wrapped, inside and outside of transactions. */
export function wrapDatabase(database: Database, wrapped: (on: Queryable) => Queryable): Database {
  return {
    ...wrapped(database),
    transaction: (work, whenBroken) => database.transaction((tx) => work(wrapped(tx)), whenBroken),
    together: (work) => database.together((on) => work(wrapped(on))),
    listen: database.listen,
    get waitingCount() {
      return database.waitingCount;
    },
    get connectionCount() {
      return database.connectionCount;
    },
    get idleCount() {
      return database.idleCount;
    },
    get statementCount() {
      return database.statementCount;
    },
    close: database.close,
  };
}
