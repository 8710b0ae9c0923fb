import { expect, test } from "vitest";
import { cutPage } from "./numbered-page.ts";

test("a page whose rows fit is answered whole, and says whether there is another one", () => {
  expect(cutPage({ count: 3, firstOver: null }, 10)).toEqual({ pageSize: 10, hasMore: false });
  expect(cutPage({ count: 11, firstOver: null }, 10)).toEqual({ pageSize: 10, hasMore: true });
  // Only the row behind the page does not fit.
  expect(cutPage({ count: 11, firstOver: 11 }, 10)).toEqual({ pageSize: 10, hasMore: true });
});

test("a page that is too large is cut to the largest divisor of the limit that fits, and to one row at least", () => {
  const cut = (limit: number, firstOver: number) => cutPage({ count: limit + 1, firstOver }, limit).pageSize;
  const sizes = [cut(50, 4), cut(50, 5), cut(1_000, 66), cut(7, 7), cut(10, 2), cut(10, 1)];
  expect(sizes).toEqual([2, 2, 50, 1, 1, 1]);
  expect(cutPage({ count: 5, firstOver: 4 }, 50)).toEqual({ pageSize: 2, hasMore: true });
});
