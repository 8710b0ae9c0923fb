/** The thread's program: renders batches and stores its position in shared memory. */
import { parentPort, workerData } from "node:worker_threads";
import { useZones } from "../calendar/zones/zones.ts";
import { sayReady } from "../sandbox/ready.ts";
import { type Answer, PROGRESS, type TextBatch, type ThreadSetup } from "./batch.ts";
import { BatchRenderer } from "./render-batch.ts";

const { progress, budgetMs, zones } = workerData as ThreadSetup;
useZones(zones);
const renderer = new BatchRenderer(budgetMs);

// What the libraries do at their first use belongs to the start of the thread, not to the budget of the first text.
const task = { texts: [0], names: 0, scope: [], escape: "html", isSanitized: true } as const;
const texts = [
  '{% if true %}{{ "now" | date: "%Y", "Europe/Berlin" | append: "<b>a</b>" | raw }}{% endif %}',
];
renderer.render(
  { number: 0, texts, names: [[]], parts: [], tasks: [task] },
  { at: () => {}, done: () => {}, answer: () => {} },
);

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
sayReady();
