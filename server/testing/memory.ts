import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Memory of this process in megabytes, after a garbage collection. */
export function memoryMb(): { retained: number; resident: number } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { retained: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
}
