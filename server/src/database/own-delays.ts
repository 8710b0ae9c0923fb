import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import type { LoopDelay } from "../foundation/loop-delay.ts";
import { isOwnTimeout } from "./database-error.ts";

/** Failures that look like an outage of the database, but were caused by this process: it was too slow. */
export type OwnDelays = {
  /** Counts and logs the failure; false when this process is not its cause. */
  caused(error: Error): boolean;
  /** Transactions that PostgreSQL ended because this process did not continue them in time (25P03). */
  readonly endedTransactions: number;
  /** Connections and answers that this process did not take in time, while its event loop was late. */
  readonly lateConnections: number;
};

export type OwnDelaysParts = {
  log: Log;
  time: Time;
  /** Default: never late. */
  loopDelay?: Pick<LoopDelay, "lateMs">;
};

const NEVER_LATE = { lateMs: () => 0 };

/** A connection takes a few turns of the event loop: with a fifth of its 5 s lost, the loop may be why it was not ready. */
const LATE_MS = 1_000;
/** Many transactions are ended at once: the others are only counted. */
const LOGGED_EVERY_MS = 60_000;

export function createOwnDelays({ log, time, loopDelay = NEVER_LATE }: OwnDelaysParts): OwnDelays {
  /** The statements of a transaction fail with the error that ended it: each failure counts once. */
  const known = new WeakSet<Error>();
  const countWith = (message: string) => {
    let count = 0;
    let loggedAtMs = Number.NEGATIVE_INFINITY;
    const add = (error: Error): void => {
      count += 1;
      if (time.monotonicMs() - loggedAtMs < LOGGED_EVERY_MS) return;
      loggedAtMs = time.monotonicMs();
      log.warn({ err: error, count, loopLateMs: Math.round(loopDelay.lateMs()) }, message);
    };
    return { add, count: () => count };
  };
  const transactions = countWith("PostgreSQL ended a transaction that this process did not continue in time");
  const connections = countWith("the database was not reached in time because this process was too slow");
  const counterOf = (error: Error) => {
    if ("code" in error && error.code === "25P03") return transactions;
    return isOwnTimeout(error) && loopDelay.lateMs() >= LATE_MS ? connections : undefined;
  };
  return {
    caused: (error) => {
      if (known.has(error)) return true;
      const counter = counterOf(error);
      if (!counter) return false;
      known.add(error);
      counter.add(error);
      return true;
    },
    get endedTransactions() {
      return transactions.count();
    },
    get lateConnections() {
      return connections.count();
    },
  };
}
