import { syncBuiltinESMExports } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import threads, { BroadcastChannel, isMainThread } from "node:worker_threads";

/**
 * Preloaded into a server whose memory is measured after an attack: SIGUSR2 collects garbage once in the main thread and
 * in all others. V8 may keep hundreds of megabytes of garbage while nothing is allocated; what is measured is then
 * memory in use. The peak, measured without it, is not affected.
 */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const channel = new BroadcastChannel("collect-on-signal");
channel.onmessage = collect;
channel.unref();
if (isMainThread)
  process.on("SIGUSR2", () => {
    channel.postMessage("collect");
    collect();
  });

/** The server starts its threads without flags and environment variables, so each thread gets this file by name. */
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(...[file, options]: ConstructorParameters<typeof Worker>) {
    super(file, { ...options, execArgv: [...(options?.execArgv ?? []), `--import=${import.meta.url}`] });
  }
};
syncBuiltinESMExports();
