import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What a finalizer releases is collected by the next collection. */
const COLLECTIONS = 4;

/** Memory of this process in megabytes, after garbage collections. */
export function memoryMb(): { retained: number; resident: number } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let count = 0; count < COLLECTIONS; count += 1) collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { retained: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
}
