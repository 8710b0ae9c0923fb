import { expect, test } from "vitest";
import {
  firstPage,
  isNarrowed,
  LISTS,
  listOf,
  notificationSearch,
  queryOf,
  searchOfList,
} from "./list-filters.ts";

const present = new Date("2026-11-23T10:00:00Z");

test("each list is chosen by its own parameters", () => {
  expect(LISTS.map((list) => listOf(searchOfList(list)))).toEqual([...LISTS]);
  expect(listOf({ state: "unknown" })).toBe("all");
});

test("the query of the service has the filters of the address", () => {
  const filters = notificationSearch({
    state: "skipped",
    search: "ada",
    code: "no_email",
    afterId: "1",
    x: "y",
  });
  expect(queryOf(filters, present)).toEqual({
    view: "brief",
    limit: 25,
    state: ["skipped", "merged"],
    search: "ada",
    code: ["no_email"],
    afterId: "1",
  });
  expect(queryOf({ attention: "true", from: "2026-01-01" }, present)).toMatchObject({
    attention: true,
    after: "2026-01-01",
  });
});

test("the first page has the filters and no cursor", () => {
  expect(firstPage({ workflow: "news", afterId: "1", beforeId: "2" })).toEqual({ workflow: "news" });
  expect(isNarrowed({ state: "waiting", afterId: "1" })).toBe(false);
  expect(isNarrowed({ workflow: "news" })).toBe(true);
});
