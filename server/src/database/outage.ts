import type { Log } from "../foundation/log.ts";
import { classifyDatabaseError } from "./database-error.ts";

/**
 * Times in which the database cannot be reached, for all pools of a process: one line in the log when one begins and one
 * when it ends, however many statements fail meanwhile.
 */
export type Outage = {
  /** What a statement failed with. Errors that are no outage are left to the caller of the statement. */
  failed(error: unknown): void;
  /** A statement was answered. */
  answered(): void;
  /** Outages that have begun so far. */
  readonly count: number;
  readonly isUnderWay: boolean;
  /** From now on nothing is noted: connections end because the process does. */
  close(): void;
};

export type OutageParts = {
  log: Log;
  /** Asks the database whether it is back; without it, the next statement finds out. */
  look?: () => Promise<unknown>;
  /** The database must answer for so long without a failure. Where some statements fail and others do not, it is one outage. */
  quietMs?: number;
};

const QUIET_MS = 2_000;
const LOOK_EVERY_MS = 1_000;

type Current = {
  beganAtMs: number;
  failures: number;
  looking: NodeJS.Timeout;
  answeredAtMs?: number | undefined;
  ending?: NodeJS.Timeout;
};

export function createOutage({ log, look, quietMs = QUIET_MS }: OutageParts): Outage {
  let current: Current | undefined;
  let count = 0;
  /** A database that has never answered is no outage: the start fails and says why. */
  let hasAnswered = false;
  let isClosed = false;

  const begin = (error: Error): void => {
    count += 1;
    const looking = setInterval(() => void look?.().catch(() => {}), LOOK_EVERY_MS).unref();
    current = { beganAtMs: performance.now(), failures: 1, looking };
    log.error({ err: error }, "the database cannot be reached; an outage began");
  };
  const end = ({ beganAtMs, answeredAtMs = beganAtMs, failures, looking }: Current): void => {
    clearInterval(looking);
    current = undefined;
    const durationMs = Math.round(answeredAtMs - beganAtMs);
    log.warn({ durationMs, failures }, "the database answers again; the outage is over");
  };

  return {
    failed: (error) => {
      if (isClosed || !hasAnswered || classifyDatabaseError(error) !== "unavailable") return;
      noted.add(error as Error);
      if (!current) return begin(error as Error);
      current.failures += 1;
      current.answeredAtMs = undefined;
      clearTimeout(current.ending);
    },
    answered: () => {
      hasAnswered = true;
      if (!current || current.answeredAtMs !== undefined) return;
      const ended = current;
      ended.answeredAtMs = performance.now();
      ended.ending = setTimeout(() => end(ended), quietMs).unref();
    },
    get count() {
      return count;
    },
    get isUnderWay() {
      return current !== undefined;
    },
    close: () => {
      isClosed = true;
      clearInterval(current?.looking);
      clearTimeout(current?.ending);
      current = undefined;
    },
  };
}

/** Errors that an outage has counted. */
const noted = new WeakSet<Error>();

/** Logs that something failed, unless it failed by an outage, which has lines of its own. */
export function logFailure(log: Log, error: unknown, message: string, facts: object = {}): void {
  if (error instanceof Error && noted.has(error)) return;
  log.error({ err: error, ...facts }, message);
}
