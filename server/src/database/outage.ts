import type { Log } from "../foundation/log.ts";
import { classifyDatabaseError } from "./database-error.ts";

/**
 * Outages of the database, for all pools of a process: one log line when an outage begins and one when it ends, however
 * many statements fail meanwhile.
 */
export type Outage = {
  /** A statement failed. Errors that are not an outage are ignored here; the statement's caller handles them. */
  failed(error: unknown): void;
  /** A statement succeeded. */
  answered(): void;
  /** Outages that have begun so far. */
  readonly count: number;
  readonly isUnderWay: boolean;
  /** Ignores all later events: connections end because the process ends. */
  close(): void;
};

export type OutageParts = {
  log: Log;
  /** Probes the database during an outage; without it, the next statement finds out. */
  look?: () => Promise<unknown>;
  /** The outage ends after this time without a failure: if only some statements fail, it is still one outage. */
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
  /** A database that never answered is not an outage: the start fails with the reason. */
  let hasAnswered = false;
  let isClosed = false;

  const begin = (error: Error): void => {
    count += 1;
    const looking = setInterval(() => void look?.().catch(() => {}), LOOK_EVERY_MS).unref();
    current = { beganAtMs: performance.now(), failures: 1, looking };
    log.error({ err: error }, "the database cannot be reached, an outage began");
  };
  const end = ({ beganAtMs, answeredAtMs = beganAtMs, failures, looking }: Current): void => {
    clearInterval(looking);
    current = undefined;
    const durationMs = Math.round(answeredAtMs - beganAtMs);
    log.warn({ durationMs, failures }, "the database can be reached again, the outage is over");
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

/** Errors already counted by an outage. */
const noted = new WeakSet<Error>();

/** Logs a failure, unless an outage caused it: outages have their own log lines. */
export function logFailure(log: Log, error: unknown, message: string, facts: object = {}): void {
  if (error instanceof Error && noted.has(error)) return;
  log.error({ err: error, ...facts }, message);
}
