import type { Position } from "../inbox-store.ts";

const DEFAULT_LIMIT = 10;

/** The page of a list of notifications. */
export function toPosition({
  limit = DEFAULT_LIMIT,
  after,
  offset = 0,
}: {
  limit?: number | undefined;
  after?: string | undefined;
  offset?: number | undefined;
}): Position {
  return { limit, offset, ...(after ? { after } : {}) };
}
