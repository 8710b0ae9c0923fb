import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BroadcastChannel, isMainThread } from "node:worker_threads";

/**
 * Preloaded into a server whose memory is measured after an attack, and by that into its threads: SIGUSR2 collects garbage
 * once in all of them. V8 may keep hundreds of megabytes of garbage while nothing is allocated; what is measured is then
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
