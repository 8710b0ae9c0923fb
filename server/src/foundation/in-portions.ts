export type PortionLimit = { maxSize: number; maxItems?: number };

/**
 * Splits items, in order, into portions with a total size of at most `maxSize`; a larger item is a portion of its
 * own.
 */
export function inPortions<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  { maxSize, maxItems = Number.POSITIVE_INFINITY }: PortionLimit,
): T[][] {
  const portions: T[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    size += sizeOf(item);
    if (size > maxSize || (portions.at(-1)?.length ?? 0) >= maxItems) {
      portions.push([]);
      size = sizeOf(item);
    }
    portions.at(-1)?.push(item);
  }
  return portions;
}
