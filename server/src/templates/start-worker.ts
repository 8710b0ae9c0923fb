import type { Worker } from "node:worker_threads";
import { startThread, threadFile } from "../sandbox/start-thread.ts";
import { PROGRESS_BYTES, type ThreadSetup } from "./batch.ts";

export type ThreadLimits = { taskTimeoutMs: number; memoryMb: number };
export type StartedWorker = { worker: Worker; progress: Int32Array };

/** Starts a render thread; `progress` is its position, in shared memory. */
export function startWorker({ taskTimeoutMs, memoryMb }: ThreadLimits): StartedWorker {
  const progress = new Int32Array(new SharedArrayBuffer(PROGRESS_BYTES));
  const worker = startThread(threadFile(import.meta.url, "render-worker"), {
    name: "templates",
    memoryMb,
    workerData: { progress, taskTimeoutMs } satisfies ThreadSetup,
  });
  return { worker, progress };
}
