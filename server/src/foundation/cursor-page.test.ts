import { describe, expect, it } from "vitest";
import { pageOf, pageRequest, walksDown } from "./cursor-page.ts";

const items = (...ids: string[]) => ids.map((id) => ({ id }));

describe("page query", () => {
  it("an empty query is ten items by descending _id", () => {
    expect(pageRequest({})).toEqual({ limit: 10, orderBy: "_id", isDescending: true });
  });

  it("a limit of 0 and empty cursors count as not given", () => {
    expect(pageRequest({ limit: 0, after: "", before: "", orderDirection: "" })).toEqual(pageRequest({}));
  });

  it.each([
    [-1, "limit must not be less than 1"],
    [101, "limit must not be greater than 100"],
    [2.5, "limit must be an integer number"],
  ])("a limit of %d is rejected", (limit, sentence) => {
    expect(() => pageRequest({ limit })).toThrow(
      expect.objectContaining({ code: "invalid", errors: { limit: { messages: [sentence], value: limit } } }),
    );
  });

  it("a direction other than ASC and DESC is rejected", () => {
    expect(() => pageRequest({ orderDirection: "asc" })).toThrow(
      expect.objectContaining({
        code: "invalid",
        errors: {
          orderDirection: expect.objectContaining({ messages: [expect.stringContaining("ASC, DESC")] }),
        },
      }),
    );
  });

  it("both cursors at once are rejected", () => {
    expect(() => pageRequest({ before: "a", after: "b" })).toThrow(
      'Cannot specify both "before" and "after" cursors at the same time.',
    );
  });

  it("the page before a cursor is read in the opposite order", () => {
    expect(walksDown(pageRequest({ before: "a" }))).toBe(false);
    expect(walksDown(pageRequest({ before: "a", orderDirection: "ASC" }))).toBe(true);
    expect(walksDown(pageRequest({ after: "a" }))).toBe(true);
  });
});

describe("page", () => {
  it("has no cursors when it is the only page", () => {
    const page = pageOf(pageRequest({ limit: 3 }), { items: items("c", "b"), hasBehind: false });
    expect(page).toEqual({ data: items("c", "b"), next: null, previous: null });
  });

  it("next is the last id when more items follow; previous is the first id when items are behind", () => {
    const page = pageOf(pageRequest({ limit: 2, after: "d" }), {
      items: items("c", "b", "a"),
      hasBehind: true,
    });
    expect(page).toEqual({ data: items("c", "b"), next: "b", previous: "c" });
  });

  it("is in the requested order when it was read backwards", () => {
    const page = pageOf(pageRequest({ limit: 2, before: "a" }), {
      items: items("b", "c", "d"),
      hasBehind: true,
    });
    expect(page).toEqual({ data: items("c", "b"), next: "b", previous: "c" });
  });

  it("has no cursors when it is empty", () => {
    const page = pageOf(pageRequest({ after: "a" }), { items: [], hasBehind: true });
    expect(page).toEqual({ data: [], next: null, previous: null });
  });
});
