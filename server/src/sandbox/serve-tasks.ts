import { parentPort } from "node:worker_threads";
import { sayReady } from "./ready.ts";
import type { FromThread, SandboxAnswer, SandboxTask, ToThread } from "./tasks.ts";

/**
 * The program of a sandbox's thread: says that it is ready, and executes one task at a time. An error ends the thread; a new one is
 * started.
 */
export function serveTasks(answerOf: (task: SandboxTask) => SandboxAnswer): void {
  parentPort?.on("message", ({ number, task }: ToThread) => {
    parentPort?.postMessage({ number, answer: answerOf(task) } satisfies FromThread);
  });
  sayReady();
}

/** A task was sent to a thread of the wrong kind. */
export function wrongKind({ kind }: SandboxTask): Error {
  return new Error(`this thread does not know the task ${kind}`);
}
