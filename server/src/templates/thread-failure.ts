import { tooSlow } from "./failure.ts";
import type { RenderJob } from "./render-request.ts";

/** Why a thread was lost: a task hung, or the thread crashed (mostly out of memory). */
export type ThreadFailure =
  | { kind: "hung"; taskTimeoutMs: number }
  | { kind: "memory"; memoryMb: number }
  | { kind: "broken"; reason: string };

/** The task that the thread was rendering. */
export type CurrentTask = { job: RenderJob; textIndex: number };

/**
 * After the failure of a thread: settles failed jobs and returns the jobs that wait again.
 * - hung: the current task fails.
 * - crashed: the current task may not be the cause (an earlier one may have filled the memory), so it is tried once more,
 *   alone and first, and fails the second time.
 * - no task had started: the message was too large to be read at once; the next batches have half the size.
 */
export function requeueAfterFailure(
  waiting: readonly RenderJob[],
  current: CurrentTask | undefined,
  failure: ThreadFailure,
): RenderJob[] {
  if (current === undefined) return halve(waiting, failure);
  const { job } = current;
  const others = waiting.filter((other) => other !== job);
  if (failure.kind !== "hung" && !job.isSuspect) {
    job.isSuspect = true;
    return [job, ...others];
  }
  const outcome = { textIndex: current.textIndex, reason: reasonOf(failure) };
  if (failure.kind === "hung") job.settle({ ...outcome, isTooSlow: true }, failure.taskTimeoutMs);
  else job.settle(outcome, 0);
  return others;
}

function reasonOf(failure: ThreadFailure): string {
  if (failure.kind === "hung") return tooSlow(failure.taskTimeoutMs);
  return failure.kind === "memory" ? `needs more than ${failure.memoryMb} MB of memory` : failure.reason;
}

function halve(waiting: readonly RenderJob[], failure: ThreadFailure): RenderJob[] {
  if (waiting.length <= 1) {
    for (const job of waiting) job.settle({ reason: reasonOf(failure) }, 0);
    return [];
  }
  const maxTogether = Math.ceil(waiting.length / 2);
  for (const job of waiting) job.maxTogether = maxTogether;
  return [...waiting];
}
