import type { Cancel } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import { classifyDatabaseError, isDiskFull } from "./database-error.ts";
import { createOwnDelays, type OwnDelays, type OwnDelaysParts } from "./own-delays.ts";

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
  /** When the database last refused a statement because its disk is full, on the monotonic clock; undefined if never. */
  readonly diskFullAtMs: number | undefined;
  /** Failures that this process caused: they begin no outage. */
  readonly own: Omit<OwnDelays, "caused">;
  /** Ignores all later events: connections end because the process ends. */
  close(): void;
};

export type OutageParts = OwnDelaysParts & {
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
  stopLooking: Cancel;
  answeredAtMs?: number | undefined;
  cancelEnding?: Cancel;
};

export function createOutage(parts: OutageParts): Outage {
  const { log, time, quietMs = QUIET_MS } = parts;
  const own = createOwnDelays(parts);
  let current: Current | undefined;
  let count = 0;
  /** A database that never answered is not an outage: the start fails with the reason. */
  let hasAnswered = false;
  let isClosed = false;
  let diskFullAtMs: number | undefined;

  const end = (ended: Current): void => {
    current = undefined;
    finish(log, ended);
  };

  return {
    failed: (error) => {
      if (isDiskFull(error)) diskFullAtMs = parts.time.monotonicMs();
      if (isClosed || !hasAnswered || classifyDatabaseError(error) !== "unavailable") return;
      noted.add(error as Error);
      if (own.caused(error as Error)) return;
      if (current) return countFailure(current);
      count += 1;
      current = start(parts, error as Error);
    },
    answered: () => {
      hasAnswered = true;
      if (!current || current.answeredAtMs !== undefined) return;
      const ended = current;
      ended.answeredAtMs = time.monotonicMs();
      ended.cancelEnding = time.after(quietMs, () => end(ended));
    },
    get count() {
      return count;
    },
    get isUnderWay() {
      return current !== undefined;
    },
    get diskFullAtMs() {
      return diskFullAtMs;
    },
    own,
    close: () => {
      isClosed = true;
      current?.stopLooking();
      current?.cancelEnding?.();
      current = undefined;
    },
  };
}

function countFailure(current: Current): void {
  current.failures += 1;
  current.answeredAtMs = undefined;
  current.cancelEnding?.();
}

function start({ log, time, look }: OutageParts, error: Error): Current {
  log.error({ err: error }, "the database cannot be reached, an outage began");
  const stopLooking = time.every(LOOK_EVERY_MS, () => void look?.().catch(() => {}));
  return { beganAtMs: time.monotonicMs(), failures: 1, stopLooking };
}

function finish(log: Log, { beganAtMs, answeredAtMs = beganAtMs, failures, stopLooking }: Current): void {
  stopLooking();
  const durationMs = Math.round(answeredAtMs - beganAtMs);
  log.warn({ durationMs, failures }, "the database can be reached again, the outage is over");
}

/** Errors already counted, by an outage or as caused by this process. */
const noted = new WeakSet<Error>();

/** Logs a failure, unless it was counted already: outages and delays of this process have their own log lines. */
export function logFailure(log: Log, error: unknown, message: string, facts: object = {}): void {
  if (error instanceof Error && noted.has(error)) return;
  log.error({ err: error, ...facts }, message);
}
