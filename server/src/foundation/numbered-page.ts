/** A page of rows, by their ids. */
export type FoundPage = {
  /** One more than the page may hold when there is another page. */
  ids: readonly string[];
  /** The number, from 1, of the first row that does not fit into the answer's bytes; null when all of them fit. */
  firstOver: number | null;
};

export type CutPage = { ids: readonly string[]; pageSize: number; hasMore: boolean };

/**
 * The rows that a page answers, and its size. A page that is too large is cut to the largest divisor of `limit` that
 * fits (at least 1): pages of that size begin where pages of `limit` begin, so that a caller who goes on with the size
 * answered and the page `page * limit / pageSize + 1` misses no row and gets none twice.
 */
export function cutPage({ ids, firstOver }: FoundPage, limit: number): CutPage {
  const isCut = firstOver !== null && firstOver <= limit;
  const pageSize = isCut ? largestDivisor(limit, firstOver - 1) : limit;
  return { ids: ids.slice(0, pageSize), pageSize, hasMore: ids.length > pageSize };
}

function largestDivisor(limit: number, most: number): number {
  for (let size = most; size > 1; size -= 1) if (limit % size === 0) return size;
  return 1;
}
