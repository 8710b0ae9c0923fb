import { reasonOf, type TaskFailure, type ThreadFailure } from "../sandbox/thread-failure.ts";
import type { RenderJob } from "./render-request.ts";

/** The task that the thread was rendering. */
export type CurrentTask = { job: RenderJob; textIndex: number };

/**
 * After the failure of a thread: settles failed jobs and returns the jobs that wait again.
 * - the machine failed: all jobs of the batch are settled with that; it says nothing about them.
 * - too slow: the current task fails.
 * - out of memory, or an error: the current task may not be the cause (an earlier one may have filled the memory), so it is tried
 *   once more, alone and first, and fails the second time.
 * - no task had started: the message was too large to be read at once; the next batches have half the size.
 */
export function requeueAfterFailure(
  waiting: readonly RenderJob[],
  current: CurrentTask | undefined,
  failure: ThreadFailure,
): RenderJob[] {
  if (failure.kind === "machine") {
    for (const job of waiting) job.settle(failure.failure, 0);
    return [];
  }
  if (current === undefined) return halve(waiting, failure);
  const { job } = current;
  const others = waiting.filter((other) => other !== job);
  if (failure.kind !== "too_slow" && !job.isSuspect) {
    job.isSuspect = true;
    return [job, ...others];
  }
  const outcome = { textIndex: current.textIndex, reason: reasonOf(failure) };
  if (failure.kind === "too_slow") job.settle({ ...outcome, isTooSlow: true }, failure.usedMs);
  else job.settle(outcome, 0);
  return others;
}

function halve(waiting: readonly RenderJob[], failure: TaskFailure): RenderJob[] {
  if (waiting.length <= 1) {
    for (const job of waiting) job.settle({ reason: reasonOf(failure) }, 0);
    return [];
  }
  const maxTogether = Math.ceil(waiting.length / 2);
  for (const job of waiting) job.maxTogether = maxTogether;
  return [...waiting];
}
