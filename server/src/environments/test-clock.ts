import { isUsableMoment } from "../calendar/iso-moment.ts";
import type { Queryable } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import type { Time } from "../foundation/clock.ts";
import type { Environment } from "./environment.ts";
import { type ClockState, readClock, setClock, setClockToNow } from "./test-clock-store.ts";

export type TestClockParts = {
  database: Queryable;
  /** Notifies the workers that jobs may be due, and that snoozes may be over. */
  announceMove: () => void;
  time: Time;
};

/** The clock's new time: a moment, or milliseconds to advance by. */
export type ClockChange = { to: Date } | { byMs: number };

const MAX_WAIT_MS = 20_000;
const POLL_EVERY_MS = 3;

/** @throws AppError forbidden for an environment that was not created for tests. */
export async function readTestClock(database: Queryable, environment: Environment): Promise<ClockState> {
  if (!environment.isTest) {
    const how = "create one with a test clock with `tidings environments create NAME --test`";
    throw new AppError("forbidden", `This environment runs on real time; ${how}`);
  }
  return readClock(database, environment.id);
}

/**
 * Moves the clock of a test environment. The clock goes from one due moment to the next and waits at each until all due
 * jobs have run, so that the jobs of a simulated month run in the same order as in a real month.
 * @returns the clock after at most 20 seconds; `isBusy`, or short of the target, if the jobs took longer.
 * @throws AppError forbidden if the environment was not created for tests; bad_request for a moment before a frozen
 * clock's, or outside 1970 to 8999.
 */
export async function moveTestClock(
  { database, announceMove, time }: TestClockParts,
  environment: Environment,
  move: ClockChange,
): Promise<ClockState> {
  let clock = await readTestClock(database, environment);
  let target = targetOf(clock, move);
  let isRunning = !clock.isFrozen && target >= clock.now;
  if (!clock.isFrozen) clock = await setAndRead(database, environment.id, isRunning ? clock.now : target);
  for (const end = time.monotonicMs() + MAX_WAIT_MS; time.monotonicMs() < end; ) {
    if (clock.isBusy) {
      announceMove();
      await time.sleep(POLL_EVERY_MS);
      clock = await readClock(database, environment.id);
    } else if (isRunning) {
      isRunning = false;
      clock = await catchUp(database, environment.id);
      if ("byMs" in move) target = targetOf(clock, move);
    } else if (clock.now < target) {
      const next = clock.nextDueAt && clock.nextDueAt < target ? clock.nextDueAt : target;
      clock = await setAndRead(database, environment.id, next);
    } else break;
  }
  return clock;
}

/**
 * Work that was claimed before the freeze went on by real time. When all of it has ended, the frozen clock catches up, so
 * that nothing in the environment is later than its clock.
 */
async function catchUp(database: Queryable, environmentId: string): Promise<ClockState> {
  await setClockToNow(database, environmentId);
  return readClock(database, environmentId);
}

async function setAndRead(database: Queryable, environmentId: string, at: Date): Promise<ClockState> {
  await setClock(database, environmentId, at);
  return readClock(database, environmentId);
}

function targetOf({ now, isFrozen }: ClockState, move: ClockChange): Date {
  const ms = "to" in move ? move.to.getTime() : now.getTime() + move.byMs;
  if (!isUsableMoment(ms)) throw new AppError("bad_request", "The clock must be between 1970 and 8999");
  if (isFrozen && ms < now.getTime()) {
    throw new AppError("bad_request", `The test clock is at ${now.toISOString()} and cannot be moved back`);
  }
  return new Date(ms);
}
