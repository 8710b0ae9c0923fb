import { AppError, invalidField } from "./app-error.ts";

/** What a caller says about the page it wants (wire-facts 2.1). */
export type PageQuery = {
  after?: string;
  before?: string;
  limit?: number;
  orderBy?: string;
  orderDirection?: string;
  includeCursor?: boolean;
};

/** The page that is asked for, checked. */
export type PageRequest = {
  limit: number;
  /** A field's name; the noun knows which fields it can be ordered by. */
  orderBy: string;
  isDescending: boolean;
  /** Where the page starts, or, when it is before the cursor, ends. Without one it is the first page. */
  cursor?: { id: string; isBefore: boolean; isIncluded: boolean };
};

export type Page<Item> = { data: Item[]; next: string | null; previous: string | null };

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** @throws AppError when the query contradicts itself. */
export function pageRequest(query: PageQuery): PageRequest {
  const { after, before, orderBy = "_id", includeCursor: isIncluded = false } = query;
  if (after && before) {
    throw new AppError("bad_request", 'Cannot specify both "before" and "after" cursors at the same time.');
  }
  const id = before || after;
  return {
    limit: pageLimit(query.limit),
    orderBy,
    isDescending: isDescending(query.orderDirection),
    ...(id ? { cursor: { id, isBefore: Boolean(before), isIncluded } } : {}),
  };
}

/** 0 stands for "not said", as with the field's other servers (wire-facts 2.1). */
function pageLimit(limit = 0): number {
  if (limit === 0) return DEFAULT_LIMIT;
  if (!Number.isInteger(limit)) throw invalidField("limit", "limit must be an integer number", limit);
  if (limit < 1) throw invalidField("limit", "limit must not be less than 1", limit);
  if (limit > MAX_LIMIT) throw invalidField("limit", `limit must not be greater than ${MAX_LIMIT}`, limit);
  return limit;
}

function isDescending(direction = ""): boolean {
  if (direction === "ASC") return false;
  if (direction === "DESC" || direction === "") return true;
  throw invalidField(
    "orderDirection",
    "orderDirection must be one of the following values: ASC, DESC",
    direction,
  );
}

/**
 * Is the list walked from high to low? The page before a cursor is read against the order asked for, starting at the
 * cursor.
 */
export function walksDown({ isDescending, cursor }: PageRequest): boolean {
  return cursor?.isBefore ? !isDescending : isDescending;
}

/** What a walk from the cursor met: one item more than the page holds, when there is one. */
export type Walk<Item> = {
  items: readonly Item[];
  /** Is there something on the other side of the cursor? */
  hasBehind: boolean;
};

/** Makes the page of a walk: in the order asked for, with the cursors of its neighbours. */
export function pageOf<Item extends { id: string }>(request: PageRequest, walk: Walk<Item>): Page<Item> {
  const walked = walk.items.slice(0, request.limit);
  const hasAhead = walk.items.length > request.limit;
  const isBefore = request.cursor?.isBefore ?? false;
  const data = isBefore ? walked.toReversed() : walked;
  const hasNext = isBefore ? walk.hasBehind : hasAhead;
  const hasPrevious = isBefore ? hasAhead : walk.hasBehind;
  return {
    data,
    next: (hasNext && data.at(-1)?.id) || null,
    previous: (hasPrevious && data[0]?.id) || null,
  };
}
