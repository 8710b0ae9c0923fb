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
 * The file of a thread in the folder of `importerUrl`. Built code starts the .js file. Sources (tests) are started with
 * tsx, called inside the thread: Node 20 does not run TypeScript, and `--import tsx` affects the main thread only.
 */
export function threadFile(importerUrl: string, name: string): URL {
  if (!importerUrl.endsWith(".ts")) return new URL(`./${name}.js`, importerUrl);
  const source = new URL(`./${name}.ts`, importerUrl).href;
  const tsx = import.meta.resolve("tsx/esm/api");
  const script = `import { tsImport } from "${tsx}"; await tsImport("${source}", "${source}");`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
