import { Worker } from "node:worker_threads";
import { PROGRESS_BYTES, type ThreadSetup } from "./batch.ts";

export type ThreadLimits = { taskTimeoutMs: number; memoryMb: number };
export type StartedWorker = { worker: Worker; progress: Int32Array };

/** A fresh thread with nothing of ours in reach: no environment variables, a heap with an end, its place in `progress`. */
export function startWorker({ taskTimeoutMs, memoryMb }: ThreadLimits): StartedWorker {
  const progress = new Int32Array(new SharedArrayBuffer(PROGRESS_BYTES));
  const worker = new Worker(workerFile(), {
    name: "templates",
    env: {},
    execArgv: [],
    workerData: { progress, taskTimeoutMs } satisfies ThreadSetup,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  worker.unref();
  return { worker, progress };
}

/**
 * Built code starts its neighbour. Sources (tests) start through tsx, called inside the thread: Node 20 reads no
 * TypeScript, and `--import tsx` hooks the main thread only.
 */
function workerFile(): URL {
  if (!import.meta.url.endsWith(".ts")) return new URL("./render-worker.js", import.meta.url);
  const source = new URL("./render-worker.ts", import.meta.url).href;
  const tsx = import.meta.resolve("tsx/esm/api");
  const script = `import { tsImport } from "${tsx}"; await tsImport("${source}", "${source}");`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
