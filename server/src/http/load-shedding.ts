import { AppError } from "../foundation/app-error.ts";
import type { Time } from "../foundation/clock.ts";
import { createHeapUse, type HeapUse } from "../foundation/heap-use.ts";
import type { LoopDelay } from "../foundation/loop-delay.ts";
import type { LoopTime } from "../foundation/loop-time.ts";
import { kindOf, type Share, ShareCounts } from "../foundation/share.ts";

/**
 * Load shedding: a request that cannot be served soon is refused at once with a Retry-After, instead of waiting with
 * thousands of others until all of them time out. A refusal reaches the share that waits (`foundation/share.ts`).
 */
export type LoadShedding = {
  /** Why no request of this kind and share is accepted now; undefined when it is. */
  refusal(share: Share, isWrite: boolean): AppError | undefined;
  /**
   * Counts the request as in progress until the returned function is called.
   * @throws AppError unavailable
   */
  admit(share: Share, isWrite: boolean): () => void;
  /** Whether all writes are refused, because the memory of the process is full. */
  readonly isFull: boolean;
  /**
   * The process takes requests from now on: it begins to look at the event loop. Turns of the start itself are long, and say
   * nothing about requests.
   */
  begin(): void;
  close(): void;
};

/**
 * Statements of a share that may wait for a connection before its requests are refused. At 400 keyed writes a second on two
 * cores, 250 take about half a second.
 */
const MAX_WAITING_WRITES = 250;
const MAX_WAITING_READS = 500;
/** Requests in progress from the address of a stranger: a body that is announced and never arrives holds one for seconds. */
const MAX_REQUESTS_OF_STRANGER = 256;
/** Requests in progress of a share while the process is strained. */
const MAX_STRAINED_WRITES = 16;
const MAX_STRAINED_READS = 32;
/** Compared with the median turn of a second: one long turn, such as a garbage collection, is no overload. */
const SLOW_TURN_MS = 200;
/** Of V8's heap limit; the rest is for finishing requests in progress. */
const FULL_HEAP = 0.9;
const STRAINED_HEAP = 0.8;
const LOOK_EVERY_MS = 1_000;
const MAX_RETRY_S = 5;

export type AdmissionParts = {
  /** Statements of one share that wait for a database connection at this moment. */
  waitingOf?: (share: Share) => number;
  time: Time;
  /** The event loop of this process. */
  loopDelay: Pick<LoopDelay, "medianMs">;
  /** Which share used the main thread most. */
  loopTime?: Pick<LoopTime, "heaviest">;
  /** The memory of this process. */
  heap?: HeapUse;
};

/**
 * - Too many waiting statements, or requests of a stranger's address: that share is refused, its writes before its reads.
 * - A slow event loop has no share that waits. The share that used more than half of it is refused.
 * - A slow loop without such a share, or a heap four fifths full, is a strain of the process (a machine with too little
 *   processor time, many shares at once). It lowers how many requests each share may have in progress, never to none:
 *   refusing all shares because the machine is slow would serve no client. A client that sends one request after the other is
 *   served, only later.
 * - A heap nine tenths full after a collection refuses all writes, and /readyz says so. It is the one refusal that does not look
 *   at a share: the next thing that happens is the end of the process, which would refuse all requests. Before it comes to that,
 *   the strain has refused the shares with many requests.
 */
export function createLoadShedding({
  time,
  loopDelay,
  waitingOf = () => 0,
  loopTime = { heaviest: () => undefined },
  heap = createHeapUse({ time }),
}: AdmissionParts): LoadShedding {
  const inProgress = new ShareCounts();
  let hasBegun = false;
  let lookedAtMs: number | undefined;
  let state: Look = CALM;
  const stopLooking = time.every(LOOK_EVERY_MS, () => {
    if (!hasBegun) return;
    const fromMs = lookedAtMs;
    lookedAtMs = time.monotonicMs();
    // Before the first look there may be turns of the start.
    if (fromMs === undefined) return;
    const isSlow = loopDelay.medianMs(fromMs) > SLOW_TURN_MS;
    const heaviest = isSlow ? loopTime.heaviest() : undefined;
    const heapShare = heap.share();
    const isStrained = (isSlow && heaviest === undefined) || heapShare > STRAINED_HEAP;
    state = { heaviest, isStrained, isFull: heapShare > FULL_HEAP };
  });
  const refusal = (share: Share, isWrite: boolean): AppError | undefined => {
    const isRefused =
      share === state.heaviest ||
      (isWrite && state.isFull) ||
      waitingOf(share) > (isWrite ? MAX_WAITING_WRITES : MAX_WAITING_READS) ||
      inProgress.of(share) >= maxInProgress(share, isWrite, state.isStrained);
    return isRefused ? overloaded() : undefined;
  };
  return {
    refusal,
    get isFull() {
      return state.isFull;
    },
    admit: (share, isWrite) => {
      const refused = refusal(share, isWrite);
      if (refused) throw refused;
      return inProgress.hold(share);
    },
    begin: () => {
      hasBegun = true;
    },
    close: () => {
      stopLooking();
      heap.close();
    },
  };
}

type Look = { heaviest: Share | undefined; isStrained: boolean; isFull: boolean };

const CALM: Look = { heaviest: undefined, isStrained: false, isFull: false };

function maxInProgress(share: Share, isWrite: boolean, isStrained: boolean): number {
  if (isStrained) return isWrite ? MAX_STRAINED_WRITES : MAX_STRAINED_READS;
  return kindOf(share) === "stranger" ? MAX_REQUESTS_OF_STRANGER : Number.POSITIVE_INFINITY;
}

function overloaded(): AppError {
  // Random, so that clients that were refused together do not retry together.
  const retryAfterSeconds = 1 + Math.floor(Math.random() * MAX_RETRY_S);
  return new AppError("unavailable", "The service is overloaded; retry later", {
    retryAfterSeconds,
  });
}
