import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Megabytes that this process holds once everything nobody needs is collected. */
export function memoryMb(): { retained: number; resident: number } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { retained: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
}
