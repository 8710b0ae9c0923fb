/** The current state of a pool of threads, and counters of its earlier threads. */
export type ThreadState = {
  size: number;
  busy: number;
  /** Started threads; those beyond `size` replaced others. */
  started: number;
  /** Threads that were terminated or crashed: too much processor time or memory, no processor, or no start. */
  killed: number;
};

export type WatchedThread = { readonly isIdle: boolean; readonly started: number; readonly killed: number };

export function stateOf(threads: readonly WatchedThread[]): ThreadState {
  return {
    size: threads.length,
    busy: threads.filter(({ isIdle }) => !isIdle).length,
    started: threads.reduce((sum, { started }) => sum + started, 0),
    killed: threads.reduce((sum, { killed }) => sum + killed, 0),
  };
}
