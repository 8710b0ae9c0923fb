/**
 * Limits of a group: at most `maxTogether` items with at most `maxBytes` (always at least one item); at most
 * `maxUnderWay` groups are processed in parallel.
 */
export type Gathering = { maxTogether: number; maxUnderWay: number; maxBytes: number };

/**
 * Processes items in groups: items of the same event loop turn, or those that arrived while earlier work was running.
 * `work` must not throw: it reports results to its callers itself.
 */
export function gather<T>(
  { maxTogether, maxUnderWay, maxBytes }: Gathering,
  work: (group: readonly T[]) => Promise<void>,
  bytesOf: (one: T) => number = () => 0,
): (one: T) => void {
  const waiting: T[] = [];
  let underWay = 0;
  const countWithin = (items: readonly T[]): number => {
    let bytes = 0;
    const over = items.slice(0, maxTogether).findIndex((one, index) => {
      bytes += bytesOf(one);
      return bytes > maxBytes && index > 0;
    });
    return over < 0 ? maxTogether : over;
  };
  const flush = async (): Promise<void> => {
    if (underWay >= maxUnderWay || waiting.length === 0) return;
    underWay += 1;
    await work(waiting.splice(0, countWithin(waiting)));
    underWay -= 1;
    void flush();
  };
  return (one) => {
    waiting.push(one);
    // Waits for the end of the turn, so that items of the same turn form one group.
    if (waiting.length === 1) setImmediate(() => void flush());
  };
}

/**
 * Measured as the best values for commits of triggers: with two in parallel, one is written while the next fills up.
 */
export const COMMITS_TOGETHER: Gathering = { maxTogether: 500, maxUnderWay: 2, maxBytes: 8_000_000 };
