/** A page of messages or notifications, as the service answers it. */
export type NumberedPage = { page: number; pageSize: number; hasMore: boolean };

const DEFAULT_LIMIT = 10;

/**
 * What to ask for after a page; undefined after the last one. A page that would be too large is answered with a smaller
 * `pageSize` than the `limit` asked for: the walk then goes on in pages of that size.
 */
export function nextPage(
  { page, pageSize, hasMore }: NumberedPage,
  limit?: number,
): { page: number; limit: number } | undefined {
  if (!hasMore) return undefined;
  return { page: (page * (limit || DEFAULT_LIMIT)) / pageSize + 1, limit: pageSize };
}
