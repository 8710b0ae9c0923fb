type Timing = { everyMs: number; nowMs: () => number };

/** Caches the result of `look` for `everyMs`; calls while it is running get the same result. */
export function onceInAWhile<Found>(
  look: () => Promise<Found>,
  { everyMs, nowMs }: Timing,
): () => Promise<Found> {
  let last: { found: Promise<Found>; atMs: number; isUnderWay: boolean } | undefined;
  return () => {
    if (last && (last.isUnderWay || nowMs() - last.atMs < everyMs)) return last.found;
    const current = { found: look(), atMs: nowMs(), isUnderWay: true };
    last = current;
    const end = () => {
      current.isUnderWay = false;
    };
    current.found.then(end, end);
    return current.found;
  };
}
