import { Worker, type WorkerOptions } from "node:worker_threads";

export type ThreadOptions = {
  name: string;
  /** Heap limit of the thread in MB; beyond it V8 ends only the thread. */
  memoryMb: number;
  workerData?: unknown;
};

/** Starts a thread without environment variables and flags, and with a heap limit. */
export function startThread(file: URL, { name, memoryMb, workerData }: ThreadOptions): Worker {
  const options: WorkerOptions = {
    name,
    env: {},
    execArgv: [],
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  };
  const worker = new Worker(file, options);
  worker.unref();
  return worker;
}

/**
 * The file of a thread in the folder of `importerUrl`. Sources (tests) start the built file too, because Node 20 does not
 * run TypeScript; the setup of a test run builds what is stale (scripts/build-for-tests.mjs).
 */
export function threadFile(importerUrl: string, name: string): URL {
  const folder = importerUrl.endsWith(".ts")
    ? importerUrl.replace("/server/src/", "/server/dist/")
    : importerUrl;
  return new URL(`./${name}.js`, folder);
}
