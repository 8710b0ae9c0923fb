/** How the threads of a pool are at this moment, and what became of those before them. */
export type ThreadState = {
  size: number;
  busy: number;
  /** Threads that were started; those beyond `size` replaced others. */
  started: number;
  /** Threads that were ended or ended by themselves with work in their hands: too slow, too much memory, broken. */
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
