/** What was found for a page of a numbered list. */
export type Found = {
  /** Rows of the page, and one more when there is another page. */
  count: number;
  /** The number, from 1, of the first row that does not fit into the answer's bytes; null when all of them fit. */
  firstOver: number | null;
};

export type CutPage = { pageSize: number; hasMore: boolean };

/**
 * The size of a page: `limit`, or, where the page would be too large, the largest divisor of `limit` that fits (at least
 * 1). Pages of that size begin where pages of `limit` begin, so that a caller who goes on with the size answered and the
 * page `page * limit / pageSize + 1` misses no row and gets none twice.
 */
export function cutPage({ count, firstOver }: Found, limit: number): CutPage {
  const isCut = firstOver !== null && firstOver <= limit;
  const pageSize = isCut ? largestDivisor(limit, firstOver - 1) : limit;
  return { pageSize, hasMore: count > pageSize };
}

function largestDivisor(limit: number, most: number): number {
  for (let size = most; size > 1; size -= 1) if (limit % size === 0) return size;
  return 1;
}
