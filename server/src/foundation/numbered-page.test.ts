import { expect, test } from "vitest";
import { cutPage } from "./numbered-page.ts";

test("numbered page: when all rows fit it has the full size, and hasMore is right", () => {
  expect(cutPage({ count: 3, firstOver: null }, 10)).toEqual({ pageSize: 10, hasMore: false });
  expect(cutPage({ count: 11, firstOver: null }, 10)).toEqual({ pageSize: 10, hasMore: true });
  // Only the row after the page does not fit.
  expect(cutPage({ count: 11, firstOver: 11 }, 10)).toEqual({ pageSize: 10, hasMore: true });
});

test("numbered page: a page too large is cut to the largest fitting divisor of the limit, at least 1", () => {
  const cut = (limit: number, firstOver: number) => cutPage({ count: limit + 1, firstOver }, limit).pageSize;
  const sizes = [cut(50, 4), cut(50, 5), cut(1_000, 66), cut(7, 7), cut(10, 2), cut(10, 1)];
  expect(sizes).toEqual([2, 2, 50, 1, 1, 1]);
  expect(cutPage({ count: 5, firstOver: 4 }, 50)).toEqual({ pageSize: 2, hasMore: true });
});
