import type { MachineFailure } from "./machine-failure.ts";

/**
 * Why a thread ended during a task: the task used up its processor time, or the thread's memory, or it threw what the thread
 * does not catch. Or the machine failed, which says nothing about the task.
 */
export type ThreadFailure = TaskFailure | { kind: "machine"; failure: MachineFailure };
export type TaskFailure =
  | { kind: "too_slow"; usedMs: number; budgetMs: number }
  | { kind: "memory"; memoryMb: number }
  | { kind: "thrown"; message: string };

const MAX_REASON_CHARS = 200;

/** As a part of a sentence. */
export function reasonOf(failure: TaskFailure): string {
  switch (failure.kind) {
    case "too_slow":
      return tooSlow(failure.usedMs, failure.budgetMs);
    case "memory":
      return `needs more than ${failure.memoryMb} MB of memory`;
    case "thrown":
      return failure.message.slice(0, MAX_REASON_CHARS);
  }
}

export function tooSlow(usedMs: number, budgetMs: number): string {
  return `used ${Math.ceil(usedMs)} ms of processor time; the limit is ${budgetMs} ms`;
}
