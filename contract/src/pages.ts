import { type TSchema, Type } from "typebox";

/** Higher page numbers are mistakes, and page × limit would exceed the database's integers. */
export const PAGE_MAX = 2_147_483_647;

/** Query parameters of a cursor-paged listing (specification: Search subscribers). */
export const cursorQuery = {
  after: Type.Optional(Type.String({ description: "Cursor: fetch results after this point." })),
  before: Type.Optional(Type.String({ description: "Cursor: fetch results before this point." })),
  limit: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      default: 10,
      description: "Number of items to return; 0 means the default.",
    }),
  ),
  orderDirection: Type.Optional(Type.String({ description: "ASC or DESC (the default)." })),
  orderBy: Type.Optional(Type.String({ description: "_id (the default) or updatedAt." })),
  includeCursor: Type.Optional(Type.Boolean({ description: "Include the cursor item in the response." })),
};

/** The response of a cursor-paged listing. A page ends early when its records would exceed 16 MB. */
export function cursorPage<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    next: Type.Union([Type.String(), Type.Null()], {
      description:
        "Cursor of the next page; null on the last page. A page of large records may contain fewer records than requested.",
    }),
    previous: Type.Union([Type.String(), Type.Null()], {
      description: "Cursor of the previous page; null on the first page.",
    }),
    totalCount: Type.Number({ description: "Matching records, counted up to 50,000." }),
    totalCountCapped: Type.Boolean({ description: "True when more than 50,000 records match." }),
  });
}

export const PAGE_SIZE =
  "Records per page: the requested limit, or a divisor of it when the page would be too large.";

/** Describes the page sizes of a page-numbered listing with large records. */
export const SHORT_PAGES =
  "A page ends early when it would exceed 16 MB: `pageSize` is then a divisor of the limit, and `hasMore` is " +
  "true. Continue with `limit=pageSize` and `page = page * limit / pageSize + 1`; no record is skipped or repeated.";

export const PAGE_NUMBER = Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: 0 }));
export const PAGE_OF_100 = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 10,
    description: "Records per page; 0 means the default.",
  }),
);

/** Query parameters of a page-numbered listing of at most 100 records per page. */
export const pageNumbers = { page: PAGE_NUMBER, limit: PAGE_OF_100 };

/** The response of a page-numbered listing. */
export function numberedPage<T extends TSchema>(item: T) {
  return Type.Object({
    page: Type.Number({ description: "Number of this page, starting at 0." }),
    pageSize: Type.Number({ description: PAGE_SIZE }),
    hasMore: Type.Boolean(),
    totalCount: Type.Optional(Type.Number()),
    data: Type.Array(item),
  });
}
