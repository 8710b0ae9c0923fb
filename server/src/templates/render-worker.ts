/** The thread's program: renders batches and stores its position in shared memory. */
import { parentPort, workerData } from "node:worker_threads";
import { type Answer, PROGRESS, type TextBatch, type ThreadSetup } from "./batch.ts";
import { BatchRenderer } from "./render-batch.ts";

const { progress, taskTimeoutMs } = workerData as ThreadSetup;
const renderer = new BatchRenderer(taskTimeoutMs);

parentPort?.on("message", (batch: TextBatch) => {
  Atomics.store(progress, PROGRESS.batch, batch.number);
  renderer.render(batch, {
    at: (task, textIndex) => {
      Atomics.store(progress, PROGRESS.textIndex, textIndex);
      Atomics.store(progress, PROGRESS.task, task + 1);
    },
    done: () => Atomics.store(progress, PROGRESS.task, 0),
    answer: (answer) => parentPort?.postMessage({ number: batch.number, ...answer } satisfies Answer),
  });
});
Atomics.store(progress, PROGRESS.isReady, 1);
