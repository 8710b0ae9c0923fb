import { describe, expect, it } from "vitest";
import { pageOf, pageRequest, walksDown } from "./cursor-page.ts";

const items = (...ids: string[]) => ids.map((id) => ({ id }));

describe("what a caller says about a page", () => {
  it("is ten items by falling _id when nothing is said", () => {
    expect(pageRequest({})).toEqual({ limit: 10, orderBy: "_id", isDescending: true });
  });

  it("takes a limit of 0, and an empty cursor, for nothing said", () => {
    expect(pageRequest({ limit: 0, after: "", before: "", orderDirection: "" })).toEqual(pageRequest({}));
  });

  it.each([
    [-1, "limit must not be less than 1"],
    [101, "limit must not be greater than 100"],
    [2.5, "limit must be an integer number"],
  ])("refuses a limit of %d", (limit, sentence) => {
    expect(() => pageRequest({ limit })).toThrow(
      expect.objectContaining({ code: "invalid", errors: { limit: { messages: [sentence], value: limit } } }),
    );
  });

  it("refuses a direction that is neither ASC nor DESC", () => {
    expect(() => pageRequest({ orderDirection: "asc" })).toThrow(
      expect.objectContaining({ code: "invalid" }),
    );
  });

  it("refuses both cursors at once", () => {
    expect(() => pageRequest({ before: "a", after: "b" })).toThrow(
      'Cannot specify both "before" and "after" cursors at the same time.',
    );
  });

  it("reads the page before a cursor against the order", () => {
    expect(walksDown(pageRequest({ before: "a" }))).toBe(false);
    expect(walksDown(pageRequest({ before: "a", orderDirection: "ASC" }))).toBe(true);
    expect(walksDown(pageRequest({ after: "a" }))).toBe(true);
  });
});

describe("the page of a walk", () => {
  it("is the only one when nothing lies ahead or behind", () => {
    const page = pageOf(pageRequest({ limit: 3 }), { items: items("c", "b"), hasBehind: false });
    expect(page).toEqual({ data: items("c", "b"), next: null, previous: null });
  });

  it("names its last item as the next cursor when one more was met, and its first when something lies behind", () => {
    const page = pageOf(pageRequest({ limit: 2, after: "d" }), {
      items: items("c", "b", "a"),
      hasBehind: true,
    });
    expect(page).toEqual({ data: items("c", "b"), next: "b", previous: "c" });
  });

  it("stands in the order asked for also when it was walked backwards", () => {
    const page = pageOf(pageRequest({ limit: 2, before: "a" }), {
      items: items("b", "c", "d"),
      hasBehind: true,
    });
    expect(page).toEqual({ data: items("c", "b"), next: "b", previous: "c" });
  });

  it("has no neighbours when it is empty", () => {
    const page = pageOf(pageRequest({ after: "a" }), { items: [], hasBehind: true });
    expect(page).toEqual({ data: [], next: null, previous: null });
  });
});
