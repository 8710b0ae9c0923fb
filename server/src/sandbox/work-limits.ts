import { MachineFailure } from "./machine-failure.ts";
import type { ThreadFailure } from "./thread-failure.ts";
import { GUARD_FACTOR } from "./thread-time.ts";

/**
 * The limits of the piece of work that a thread is at: another name begins another budget. `graceMs` is what it may use beyond its budget
 * before it is ended, where the thread itself keeps to the budget.
 */
export type WorkLimits = { name: string; budgetMs: number; graceMs?: number };

/** When a thread was last seen to get on with the piece of work. */
export type WorkProgress = { progress: WorkTime };

/** Since the piece of work began: the time that has passed, and the processor time, where the machine tells it. */
export type WorkTime<Used = number> = { elapsedMs: number; usedMs: Used };

/** A thread stands still that uses less than this part of its budget while the guard waits. */
const PROGRESS = 1 / 50;

/**
 * Why the thread must be ended, if it must. One that gets on slowly has all of its budget, however long that takes: only one that stands
 * still is ended by the guard. Where the machine does not tell the processor time, the guard is the only limit, and exceeding it is the
 * work's failure.
 */
export function judgeWork(
  work: WorkLimits & WorkProgress,
  { elapsedMs, usedMs: measuredMs }: WorkTime<number | undefined>,
  guardFactor = GUARD_FACTOR,
): ThreadFailure | undefined {
  const { budgetMs, graceMs = 0, progress } = work;
  const usedMs = measuredMs ?? elapsedMs / guardFactor;
  if (usedMs > budgetMs + graceMs) return { kind: "too_slow", usedMs, budgetMs };
  if (usedMs - progress.usedMs >= budgetMs * PROGRESS) {
    work.progress = { elapsedMs, usedMs };
    return undefined;
  }
  const stillMs = elapsedMs - progress.elapsedMs;
  if (stillMs <= budgetMs * guardFactor) return undefined;
  const seconds = Math.round(stillMs / 1_000);
  const message = `the thread stood still for ${seconds} s after ${Math.round(usedMs)} ms of processor time`;
  return { kind: "machine", failure: new MachineFailure("guard", message) };
}
