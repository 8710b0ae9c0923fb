import { getHeapStatistics } from "node:v8";
import { AppError } from "../foundation/app-error.ts";
import type { Time } from "../foundation/clock.ts";
import type { LoopDelay } from "../foundation/loop-delay.ts";
import type { LoopTime } from "../foundation/loop-time.ts";

/**
 * Load shedding: a request that cannot be served soon is refused at once with a Retry-After, instead of waiting with
 * thousands of others until all of them time out.
 */
export type LoadShedding = {
  /** Why no request of this kind is accepted now; undefined when it is. Called before authentication. */
  refusal(isWrite: boolean): AppError | undefined;
  /** Why no request of this environment is accepted: it uses most of a shared resource. */
  refusalOf(environmentId: string, isWrite: boolean): AppError | undefined;
  close(): void;
};

/** Requests that may wait for a connection. At 400 keyed writes a second on two cores, 500 take about a second. */
const MAX_WAITING_FOR_WRITES = 500;
const MAX_WAITING_FOR_READS = 1_000;
/** The share of these that one environment may have before its requests are refused. */
const SHARE_OF_ONE = 0.5;
/** Compared with the median turn of a second: one long turn, such as a garbage collection, is no overload. */
const SLOW_TURN_MS = 200;
/** Of V8's heap limit; the rest is for finishing requests in progress. */
const FULL_HEAP = 0.9;
const LOOK_EVERY_MS = 1_000;
const MAX_RETRY_S = 5;

export type AdmissionParts = {
  /** Statements that wait for a database connection at this moment. */
  waitingCount: () => number;
  /** Those of one environment. */
  waitingCountOf?: (environmentId: string) => number;
  time: Time;
  /** The event loop of this process. */
  loopDelay: Pick<LoopDelay, "medianMs">;
  /** Which environment used the main thread most. */
  loopTime?: Pick<LoopTime, "heaviest">;
  /** Used share of the heap limit, 0 to 1. */
  heapShare?: () => number;
};

function heapShareOfV8(): number {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size / heap_size_limit;
}

/**
 * While the event loop is slow, the environment that used more than half of it is refused, and the others are served;
 * without such an environment, all writes are refused. All writes are also refused while the heap is nearly full.
 */
export function createLoadShedding({
  time,
  loopDelay,
  waitingCount,
  waitingCountOf = () => 0,
  loopTime = { heaviest: () => undefined },
  heapShare = heapShareOfV8,
}: AdmissionParts): LoadShedding {
  let isStrained = false;
  let lookedAtMs = time.monotonicMs();
  let heaviest: string | undefined;
  const close = time.every(LOOK_EVERY_MS, () => {
    const isSlow = loopDelay.medianMs(lookedAtMs) > SLOW_TURN_MS;
    lookedAtMs = time.monotonicMs();
    heaviest = isSlow ? loopTime.heaviest() : undefined;
    isStrained = (isSlow && heaviest === undefined) || heapShare() > FULL_HEAP;
  });
  return {
    refusal: (isWrite) => {
      return waitingCount() > maxWaiting(isWrite) || (isWrite && isStrained) ? overloaded() : undefined;
    },
    refusalOf: (environmentId, isWrite) => {
      const isWaitingTooMuch = waitingCountOf(environmentId) > maxWaiting(isWrite) * SHARE_OF_ONE;
      return environmentId === heaviest || isWaitingTooMuch ? overloaded() : undefined;
    },
    close,
  };
}

function maxWaiting(isWrite: boolean): number {
  return isWrite ? MAX_WAITING_FOR_WRITES : MAX_WAITING_FOR_READS;
}

function overloaded(): AppError {
  // Random, so that clients that were refused together do not retry together.
  const retryAfterSeconds = 1 + Math.floor(Math.random() * MAX_RETRY_S);
  return new AppError("unavailable", "The service is overloaded; retry later", {
    retryAfterSeconds,
  });
}
