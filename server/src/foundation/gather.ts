/**
 * How much is done together: at most `mostTogether` items of at most `mostBytes` at once (always at least one item), in
 * `mostUnderWay` pieces of work under way.
 */
export type Gathering = { mostTogether: number; mostUnderWay: number; mostBytes: number };

/**
 * What arrives in the same turn of the loop, or while earlier work is under way, is worked off together. `work` must not
 * throw: it answers those it works for.
 */
export function gather<T>(
  { mostTogether, mostUnderWay, mostBytes }: Gathering,
  work: (group: readonly T[]) => Promise<void>,
  bytesOf: (one: T) => number = () => 0,
): (one: T) => void {
  const waiting: T[] = [];
  let underWay = 0;
  const countWithin = (items: readonly T[]): number => {
    let bytes = 0;
    const over = items.slice(0, mostTogether).findIndex((one, index) => {
      bytes += bytesOf(one);
      return bytes > mostBytes && index > 0;
    });
    return over < 0 ? mostTogether : over;
  };
  const flush = async (): Promise<void> => {
    if (underWay >= mostUnderWay || waiting.length === 0) return;
    underWay += 1;
    await work(waiting.splice(0, countWithin(waiting)));
    underWay -= 1;
    void flush();
  };
  return (one) => {
    waiting.push(one);
    // One turn of the loop, so that what arrived together is done together.
    if (waiting.length === 1) setImmediate(() => void flush());
  };
}

/** Measured best for commits of triggers: with two under way, one is written while the next fills up. */
export const COMMITS_TOGETHER: Gathering = { mostTogether: 500, mostUnderWay: 2, mostBytes: 8_000_000 };
