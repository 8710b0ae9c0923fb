import { tooSlow } from "./failure.ts";
import type { Job } from "./render-request.ts";

/** Why a thread is gone: a task hung it, or it died by itself (mostly of memory). */
export type Death =
  | { kind: "hung"; taskTimeoutMs: number }
  | { kind: "memory"; memoryMb: number }
  | { kind: "broken"; reason: string };

/** The task the thread was at, if it was at one. */
export type Culprit = { job: Job; leaf: number };

/**
 * After the death of a thread: settles what must fail and returns the jobs that wait again.
 * - hung: the culprit fails.
 * - died by itself: the culprit may be innocent (the one before it left the memory full), so it is tried once more,
 *   alone and first, and fails the second time.
 * - no task had begun: the message was too large to be read at once; half as many go together the next time.
 */
export function recover(waiting: readonly Job[], culprit: Culprit | undefined, death: Death): Job[] {
  if (culprit === undefined) return halve(waiting, death);
  const { job } = culprit;
  const others = waiting.filter((other) => other !== job);
  if (death.kind !== "hung" && !job.isSuspect) {
    job.isSuspect = true;
    return [job, ...others];
  }
  const outcome = { leaf: culprit.leaf, reason: reasonOf(death) };
  if (death.kind === "hung") job.settle({ ...outcome, isTooSlow: true }, death.taskTimeoutMs);
  else job.settle(outcome, 0);
  return others;
}

function reasonOf(death: Death): string {
  if (death.kind === "hung") return tooSlow(death.taskTimeoutMs);
  return death.kind === "memory" ? `needs more than ${death.memoryMb} MB of memory` : death.reason;
}

function halve(waiting: readonly Job[], death: Death): Job[] {
  if (waiting.length <= 1) {
    for (const job of waiting) job.settle({ reason: reasonOf(death) }, 0);
    return [];
  }
  const maxTogether = Math.ceil(waiting.length / 2);
  for (const job of waiting) job.maxTogether = maxTogether;
  return [...waiting];
}
