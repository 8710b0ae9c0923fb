/** The rows found for a page of a numbered list. */
export type Found = {
  /** Rows of the page, and one more when there is another page. */
  count: number;
  /** The number, from 1, of the first row beyond the byte limit of the response; null when all rows fit. */
  firstOver: number | null;
};

export type CutPage = { pageSize: number; hasMore: boolean };

/**
 * The size of a page: `limit`, or, when the page would be too large, the largest divisor of `limit` that fits (at least
 * 1). Pages of that size start where pages of `limit` start: a client that continues with the returned size and the page
 * `page * limit / pageSize + 1` gets each row exactly once.
 */
export function cutPage({ count, firstOver }: Found, limit: number): CutPage {
  const isCut = firstOver !== null && firstOver <= limit;
  const pageSize = isCut ? largestDivisor(limit, firstOver - 1) : limit;
  return { pageSize, hasMore: count > pageSize };
}

function largestDivisor(limit: number, max: number): number {
  for (let size = max; size > 1; size -= 1) if (limit % size === 0) return size;
  return 1;
}
