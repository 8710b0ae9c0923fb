import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import type { Environment } from "./environment.ts";
import { type ClockState, readClock, setClock } from "./test-clock-store.ts";

export type TestClockParts = {
  database: Queryable;
  /** Tells the workers that something may have come due. */
  announceWork: () => void;
};

/** Where to set the clock: to a moment, or on by so much. */
export type ClockChange = { to: Date } | { byMs: number };

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 3;
/** A time that PostgreSQL, JavaScript and four digits of a year agree on. */
const LATEST = Date.parse("9000-01-01T00:00:00Z");

/** @throws AppError forbidden for an environment that was not made for tests. */
export async function readTestClock(database: Queryable, environment: Environment): Promise<ClockState> {
  if (!environment.isTest) {
    const how = "`tidings environments create NAME --test` makes one whose time can be held";
    throw new AppError("forbidden", `This environment runs on real time; ${how}`);
  }
  return readClock(database, environment.id);
}

/**
 * Moves the clock of a test environment. Time goes from one due moment to the next, and at each waits until all that
 * is due has happened, so that what a month brings comes in its order, as it would in a real month.
 * @throws AppError forbidden as above; bad_request for a moment before the clock's.
 */
export async function moveTestClock(
  { database, announceWork }: TestClockParts,
  environment: Environment,
  move: ClockChange,
): Promise<ClockState> {
  let clock = await readTestClock(database, environment);
  const target = targetOf(clock, move);
  if (!clock.isFrozen) {
    const isBehind = target <= clock.now;
    clock = await go(database, environment.id, isBehind ? target : clock.now);
  }
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
    if (clock.isBusy) {
      announceWork();
      await sleep(LOOK_EVERY_MS);
      clock = await readClock(database, environment.id);
    } else if (clock.now < target) {
      const next = clock.nextDueAt && clock.nextDueAt < target ? clock.nextDueAt : target;
      clock = await go(database, environment.id, next);
    } else break;
  }
  return clock;
}

async function go(database: Queryable, environmentId: string, at: Date): Promise<ClockState> {
  await setClock(database, environmentId, at);
  return readClock(database, environmentId);
}

function targetOf({ now, isFrozen }: ClockState, move: ClockChange): Date {
  const ms = "to" in move ? move.to.getTime() : now.getTime() + move.byMs;
  if (!(ms >= 0 && ms <= LATEST)) throw new AppError("bad_request", "The clock knows the years 1970 to 8999");
  if (isFrozen && ms < now.getTime()) {
    throw new AppError("bad_request", `The clock stands at ${now.toISOString()} and only goes on`);
  }
  return new Date(ms);
}
