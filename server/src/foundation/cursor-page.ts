import { AppError, invalidField } from "./app-error.ts";

/** The paging parameters of a request. */
export type PageQuery = {
  after?: string;
  before?: string;
  limit?: number;
  orderBy?: string;
  orderDirection?: string;
  includeCursor?: boolean;
};

/** The requested page, validated. */
export type PageRequest = {
  limit: number;
  /** A field's name; each resource knows the fields by which it can be ordered. */
  orderBy: string;
  isDescending: boolean;
  /** Where the page starts, or ends when `isBefore`. The first page has none. */
  cursor?: { id: string; isBefore: boolean; isIncluded: boolean };
};

export type Page<Item> = { data: Item[]; next: string | null; previous: string | null };

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** @throws AppError when the query contradicts itself. */
export function pageRequest(query: PageQuery): PageRequest {
  const { after, before, orderBy = "_id", includeCursor: isIncluded = false } = query;
  if (after && before) throw bothCursors();
  const id = before || after;
  return {
    limit: pageLimit(query.limit),
    orderBy,
    isDescending: isDescending(query.orderDirection),
    ...(id ? { cursor: { id, isBefore: Boolean(before), isIncluded } } : {}),
  };
}

export function bothCursors(): AppError {
  return new AppError("bad_request", 'Cannot specify both "before" and "after" cursors at the same time.');
}

/** 0 means "not given", as in Novu. */
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
 * Whether the list is read from high to low. The page before a cursor is read in the opposite of the requested order,
 * starting at the cursor.
 */
export function walksDown({ isDescending, cursor }: PageRequest): boolean {
  return cursor?.isBefore ? !isDescending : isDescending;
}

/** Items read from the cursor on: one more than fits on the page, when there is one. */
export type Walk<Item> = {
  items: readonly Item[];
  /** Whether there are items on the other side of the cursor. */
  hasBehind: boolean;
};

/** The page of a walk, in the requested order, with the cursors of the next and previous page. */
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
