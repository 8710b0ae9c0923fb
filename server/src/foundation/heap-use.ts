import {
  constants,
  type NodeGCPerformanceDetail,
  type PerformanceEntry,
  PerformanceObserver,
} from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Time } from "./clock.ts";

/** How much of V8's heap limit is in use without garbage. */
export type HeapUse = {
  /** More than 1 with much memory outside of the heap; 0 while no recent collection has shown what is in use. */
  share(): number;
  close(): void;
};

export type HeapUseParts = {
  time: Time;
  /** Used share of the heap limit at this moment, with garbage. */
  read?: () => number;
  /** Calls `onCollected` after each collection of the old generation; returns a function that ends this. */
  watchCollections?: (onCollected: () => void) => () => void;
};

/**
 * What was in use after a collection counts for this long. V8 collects again when memory grows, so memory without a later
 * collection has not grown. Without this end, a process that refuses work allocates nothing, collects nothing, and keeps counting
 * memory that was freed long ago.
 */
const VALID_MS = 5_000;

/**
 * Reads the heap after collections only, because between them most of it can be garbage: 440 MB of bodies counted for 92 s after
 * their connections were closed. V8 frees what is outside of the heap a moment after the collection, so the least of all later readings
 * counts.
 */
export function createHeapUse({ time, read = readV8, watchCollections = watchV8 }: HeapUseParts): HeapUse {
  let last = { atMs: Number.NEGATIVE_INFINITY, share: 0 };
  const close = watchCollections(() => {
    last = { atMs: time.monotonicMs(), share: read() };
  });
  return {
    share: () => {
      if (time.monotonicMs() - last.atMs > VALID_MS) return 0;
      last.share = Math.min(last.share, read());
      return last.share;
    },
    close,
  };
}

/** With bodies, which are outside of the heap: V8's limit is about half of the machine's memory. */
function readV8(): number {
  const { used_heap_size, external_memory, heap_size_limit } = getHeapStatistics();
  return (used_heap_size + external_memory) / heap_size_limit;
}

type GcEntry = PerformanceEntry & { readonly detail: NodeGCPerformanceDetail };

function watchV8(onCollected: () => void): () => void {
  const isMajor = (entry: PerformanceEntry) =>
    (entry as GcEntry).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isMajor)) onCollected();
  });
  observer.observe({ entryTypes: ["gc"] });
  return () => observer.disconnect();
}
