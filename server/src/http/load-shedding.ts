import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { AppError } from "../foundation/app-error.ts";
import type { LoopTime } from "../foundation/loop-time.ts";

/**
 * Refuses what would only make it worse (reliability-facts 8): a request that cannot be served soon is told at once
 * when to come again, instead of waiting with thousands of others until all of them are too late.
 */
export type LoadShedding = {
  /** Why no request of this kind can be taken now; nothing when it can. Asked before it is known whose it is. */
  refusal(isWrite: boolean): AppError | undefined;
  /** Why none of this environment can: it uses most of what the others need too. */
  refusalOf(environmentId: string, isWrite: boolean): AppError | undefined;
  close(): void;
};

/** Requests that wait for a connection: at 400 keyed writes a second on two cores, what can be served in about a second. */
const MOST_WAITING_FOR_WRITES = 500;
const MOST_WAITING_FOR_READS = 1_000;
/** What one environment may have of them before it alone is refused. */
const SHARE_OF_ONE = 0.5;
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
  /** Those of one environment. */
  waitingCountOf?: (environmentId: string) => number;
  /** Who used the main thread. */
  loopTime?: Pick<LoopTime, "heaviest">;
  /** How much of the memory it may have the process uses, up to 1. */
  heapShare?: () => number;
};

function heapShareOfV8(): number {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size / heap_size_limit;
}

/**
 * While the event loop is slow, the environment that used more than half of it is refused whole, and the others are
 * served; when there is none such, writes of all are refused. A heap that is nearly full refuses writes of all.
 */
export function createLoadShedding({
  waitingCount,
  waitingCountOf = () => 0,
  loopTime = { heaviest: () => undefined },
  heapShare = heapShareOfV8,
}: AdmissionParts): LoadShedding {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let isStrained = false;
  let heaviest: string | undefined;
  const timer = setInterval(() => {
    const isSlow = delays.percentile(50) / 1e6 - RESOLUTION_MS > SLOW_TURN_MS;
    heaviest = isSlow ? loopTime.heaviest() : undefined;
    isStrained = (isSlow && heaviest === undefined) || heapShare() > FULL_HEAP;
    delays.reset();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    refusal: (isWrite) => {
      return waitingCount() > mostWaiting(isWrite) || (isWrite && isStrained) ? overloaded() : undefined;
    },
    refusalOf: (environmentId, isWrite) => {
      const isWaitingTooMuch = waitingCountOf(environmentId) > mostWaiting(isWrite) * SHARE_OF_ONE;
      return environmentId === heaviest || isWaitingTooMuch ? overloaded() : undefined;
    },
    close: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}

function mostWaiting(isWrite: boolean): number {
  return isWrite ? MOST_WAITING_FOR_WRITES : MOST_WAITING_FOR_READS;
}

function overloaded(): AppError {
  // Spread, so that those who are refused together do not come back together.
  const retryAfterSeconds = 1 + Math.floor(Math.random() * LONGEST_RETRY_S);
  return new AppError("unavailable", "The service has more to do than it can; try again", {
    retryAfterSeconds,
  });
}
