import { type TSchema, Type } from "typebox";

/** Beyond this a page number is a mistake, and page × limit would leave what the database can count. */
export const PAGE_MAX = 2_147_483_647;

/** Query parameters of a cursor-paged listing (specification: Search subscribers; wire-facts 2.1). */
export const cursorQuery = {
  after: Type.Optional(Type.String({ description: "Cursor: fetch results after this point." })),
  before: Type.Optional(Type.String({ description: "Cursor: fetch results before this point." })),
  limit: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      default: 10,
      description: "Number of items to return; 0 is the default.",
    }),
  ),
  orderDirection: Type.Optional(Type.String({ description: "ASC or DESC (the default)." })),
  orderBy: Type.Optional(Type.String({ description: "_id (the default) or updatedAt." })),
  includeCursor: Type.Optional(Type.Boolean({ description: "Include the cursor item in the response." })),
};

/** The answer of a cursor-paged listing. A page ends early when its records would have more than 16 MB. */
export function cursorPage<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    next: Type.Union([Type.String(), Type.Null()], {
      description:
        "Cursor of the next page; null on the last. A page of large records may hold fewer than were asked for.",
    }),
    previous: Type.Union([Type.String(), Type.Null()], {
      description: "Cursor of the previous page; null on the first.",
    }),
    totalCount: Type.Number({ description: "Matching records, counted up to 50,000." }),
    totalCountCapped: Type.Boolean({ description: "True when more than 50,000 records match." }),
  });
}

export const PAGE_SIZE =
  "Records per page: the limit that was asked for, or a divisor of it when the page would be too large.";

/** What a page-numbered listing of large records says about the size of its answers. */
export const SHORT_PAGES =
  "A page ends early when it would have more than 16 MB: `pageSize` is then a divisor of the limit, and `hasMore` is " +
  "true. Go on with `limit=pageSize` and `page = page * limit / pageSize + 1`; no record is missed and none comes twice.";

export const PAGE_NUMBER = Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: 0 }));
export const PAGE_OF_100 = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 10,
    description: "Records per page; 0 is the default.",
  }),
);

/** Query parameters of a page-numbered listing of at most 100 records a page. */
export const pageNumbers = { page: PAGE_NUMBER, limit: PAGE_OF_100 };

/** The answer of a page-numbered listing. */
export function numberedPage<T extends TSchema>(item: T) {
  return Type.Object({
    page: Type.Number({ description: "Number of this page; the first is 0." }),
    pageSize: Type.Number({ description: PAGE_SIZE }),
    hasMore: Type.Boolean(),
    totalCount: Type.Optional(Type.Number()),
    data: Type.Array(item),
  });
}
