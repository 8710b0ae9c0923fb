import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { AppError } from "../foundation/app-error.ts";

/**
 * Refuses what would only make it worse (reliability-facts 8): a request that cannot be served soon is told at once
 * when to come again, instead of waiting with thousands of others until all of them are too late.
 */
export type Admission = {
  /** Why a request cannot be taken now; nothing when it can. */
  refusal(isWrite: boolean): AppError | undefined;
  close(): void;
};

/** Requests that wait for a connection: at 400 keyed writes a second on two cores, what can be served in about a second. */
const MOST_WAITING_FOR_WRITES = 500;
const MOST_WAITING_FOR_READS = 1_000;
/** Of half of the turns in a second: a single long one, as garbage collection makes it, is no overload. */
const SLOW_TURN_MS = 200;
/** Of what V8 lets the process have; what is left is for finishing what was begun. */
const FULL_HEAP = 0.9;
const LOOK_EVERY_MS = 1_000;
const RESOLUTION_MS = 20;
const LONGEST_RETRY_S = 5;

export type AdmissionParts = {
  /** Statements that wait for a database connection at this moment. */
  waitingCount: () => number;
  /** How much of the memory it may have the process uses, up to 1. */
  heapShare?: () => number;
};

function heapShareOfV8(): number {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size / heap_size_limit;
}

export function createAdmission({ waitingCount, heapShare = heapShareOfV8 }: AdmissionParts): Admission {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let isStrained = false;
  const timer = setInterval(() => {
    const isSlow = delays.percentile(50) / 1e6 - RESOLUTION_MS > SLOW_TURN_MS;
    isStrained = isSlow || heapShare() > FULL_HEAP;
    delays.reset();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    refusal: (isWrite) => {
      const most = isWrite ? MOST_WAITING_FOR_WRITES : MOST_WAITING_FOR_READS;
      return waitingCount() > most || (isWrite && isStrained) ? overloaded() : undefined;
    },
    close: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}

function overloaded(): AppError {
  // Spread, so that those who are refused together do not come back together.
  const retryAfterSeconds = 1 + Math.floor(Math.random() * LONGEST_RETRY_S);
  return new AppError("unavailable", "The service has more to do than it can; try again", {
    retryAfterSeconds,
  });
}
