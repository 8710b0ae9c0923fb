import { tooSlow } from "./failure.ts";
import type { Job } from "./parcel.ts";
import { MAX_SLOW_IN_A_BATCH } from "./render-batch.ts";

/** Why a thread is gone: a task hung it, or it died by itself (mostly of memory). */
export type Death =
  | { kind: "hung"; taskTimeoutMs: number }
  | { kind: "memory"; memoryMb: number }
  | { kind: "broken"; reason: string };

/** The task the thread was at, if it was at one. */
export type Culprit = { job: Job; leaf: number };

/**
 * After a death: settles what must fail and returns what to send to the next thread, batch by batch.
 * - hung: the culprit fails; its text has three lives in one `render` call.
 * - died by itself: the culprit may be innocent (the one before it left the memory full), so it is tried once more,
 *   alone and first, and fails the second time.
 * - nobody was being worked on: the first batch is too large to be read at once; it is halved.
 */
export function recover(waiting: Job[][], culprit: Culprit | undefined, death: Death): Job[][] {
  if (culprit === undefined) return halveFirst(waiting, death);
  const { job } = culprit;
  if (death.kind !== "hung" && !job.isSuspect) {
    job.isSuspect = true;
    return [[job], ...without(waiting, (other) => other === job)];
  }
  job.settle({ leaf: culprit.leaf, reason: reasonOf(death) });
  const rest = without(waiting, (other) => other === job);
  return death.kind === "hung" ? giveUpText(rest, culprit) : rest;
}

function reasonOf(death: Death): string {
  if (death.kind === "hung") return tooSlow(death.taskTimeoutMs);
  return death.kind === "memory" ? `needs more than ${death.memoryMb} MB of memory` : death.reason;
}

function without(batches: Job[][], isOut: (job: Job) => boolean): Job[][] {
  return batches.map((jobs) => jobs.filter((job) => !isOut(job))).filter((jobs) => jobs.length > 0);
}

function giveUpText(waiting: Job[][], { job, leaf }: Culprit): Job[][] {
  const text = job.texts[leaf] ?? "";
  const hangs = (job.hangs.get(text) ?? 0) + 1;
  job.hangs.set(text, hangs);
  if (hangs < MAX_SLOW_IN_A_BATCH) return waiting;
  return without(waiting, (other) => {
    const isDoomed = other.hangs === job.hangs && other.texts.includes(text);
    const doomedLeaf = other.texts.indexOf(text);
    if (isDoomed) other.settle({ leaf: doomedLeaf, reason: "was too slow for others in the same batch" });
    return isDoomed;
  });
}

function halveFirst([first = [], ...rest]: Job[][], death: Death): Job[][] {
  if (first.length > 1) {
    const half = Math.ceil(first.length / 2);
    return [first.slice(0, half), first.slice(half), ...rest];
  }
  for (const job of first) job.settle({ reason: reasonOf(death) });
  return rest;
}
