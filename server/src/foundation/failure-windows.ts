/** The look-ups of a client address that failed within a minute, and those that have not ended. */
type FailureWindow = {
  readonly startedAtMs: number;
  failed: number;
  readonly pending: PendingLookUps;
};

/**
 * How many look-ups of an address have not ended, and the calls that wait for the end of one. The windows of an address share it: a
 * look-up may end in a later one than it began in.
 */
export type PendingLookUps = { count: number; readonly waiting: (() => void)[] };

export const FAILURE_WINDOW_MS = 60_000;
/** Above this number of addresses, the oldest window is dropped. */
const MAX_ADDRESSES = 10_000;

/**
 * @param nowMs monotonic time in milliseconds
 * @returns a function that returns the current window of an address.
 */
export function createFailureWindows(nowMs: () => number): (address: string) => FailureWindow {
  const byAddress = new Map<string, FailureWindow>();
  return (address) => {
    const current = byAddress.get(address);
    if (current && nowMs() - current.startedAtMs < FAILURE_WINDOW_MS) return current;
    // Inserted again, so that the map stays in the order in which the windows began.
    byAddress.delete(address);
    if (byAddress.size >= MAX_ADDRESSES) byAddress.delete(byAddress.keys().next().value as string);
    const begun = { startedAtMs: nowMs(), failed: 0, pending: current?.pending ?? { count: 0, waiting: [] } };
    byAddress.set(address, begun);
    return begun;
  };
}
