import { expect, test } from "vitest";
import { nextPage } from "./next-page.ts";

test("nextPage: continues after the last record, also after a short page", () => {
  expect(nextPage({ page: 3, pageSize: 10, hasMore: false })).toBeUndefined();
  expect(nextPage({ page: 3, pageSize: 10, hasMore: true })).toEqual({ page: 4, limit: 10 });
  expect(nextPage({ page: 3, pageSize: 50, hasMore: true }, 50)).toEqual({ page: 4, limit: 50 });
  // 150 records before it and 2 in it: record 152 is the first of page 76.
  expect(nextPage({ page: 3, pageSize: 2, hasMore: true }, 50)).toEqual({ page: 76, limit: 2 });
});
