/** A page of messages or notifications. */
export type NumberedPage = { page: number; pageSize: number; hasMore: boolean };

const DEFAULT_LIMIT = 10;

/**
 * The query for the page after this one; undefined after the last page. The service shortens a page that would be too
 * large: its `pageSize` is then smaller than the requested `limit`, and the next pages have that size.
 */
export function nextPage(
  { page, pageSize, hasMore }: NumberedPage,
  limit?: number,
): { page: number; limit: number } | undefined {
  if (!hasMore) return undefined;
  return { page: (page * (limit || DEFAULT_LIMIT)) / pageSize + 1, limit: pageSize };
}
