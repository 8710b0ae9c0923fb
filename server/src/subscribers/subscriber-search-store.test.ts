import { beforeAll, describe, expect, it } from "vitest";
import { nameOf, storeSearchedSubscribers } from "../../testing/searched-subscribers.ts";
import { storeEnvironment } from "../../testing/stored-environment.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { type PageQuery, pageRequest } from "../foundation/cursor-page.ts";
import { newId } from "../foundation/id.ts";
import { type SubscriberId, subscriberKeyOf } from "../foundation/ids.ts";
import type { SubscriberFilter } from "./search-plan.ts";
import { search } from "./search-subscribers.ts";
import type { Subscriber } from "./subscriber.ts";
import { subscriberListing } from "./subscriber-search-store.ts";
import { insertSubscribers } from "./subscriber-store.ts";

const { database } = await useTestDatabase();
const environmentId = newId(Date.now());
let all: Subscriber[] = [];

beforeAll(async () => {
  all = await storeSearchedSubscribers(database, environmentId);
});

const find = (filter: SubscriberFilter, query: PageQuery = {}) =>
  search(database, environmentId, { filter, page: pageRequest(query) });

describe("searching subscribers", () => {
  it("matches wildcards, backslashes and capital letters literally", async () => {
    const names = async (name: string) => {
      const { data } = await find({ name }, { limit: 100 });
      return [...new Set(data.map(({ firstName }) => firstName))];
    };
    expect(await names("A%a")).toEqual(["A%a"]);
    expect(await names("A_a")).toEqual(["A_a"]);
    expect(await names("\\")).toEqual(["Grace\\"]);
    expect(await names("Ada")).toEqual(["Ada"]);
    expect(await names("É")).toEqual(["Édith"]);
  });

  it("finds odd texts in any field, at no higher cost than ordinary ones", async () => {
    const keys = async (text: string) =>
      (await find({ search: text }, { limit: 100 })).data.map(({ subscriberKey }) => subscriberKey);
    const withText = (text: string) =>
      all
        .filter((one) =>
          [one.email, one.phone, one.subscriberKey, nameOf(one)].some((it) => it?.includes(text)),
        )
        .map(({ subscriberKey }) => subscriberKey);
    for (const odd of ["\\", "%", "_", "%_", '"', "@"]) {
      expect([odd, withText(odd).length]).not.toEqual([odd, 0]);
      expect([odd, await keys(odd)]).toEqual([odd, withText(odd)]);
    }
    for (const odd of ["\\".repeat(200), "%".repeat(200), "a".repeat(200)])
      expect(await keys(odd)).toEqual([]);
    const filterOf = (text: string) =>
      subscriberListing(environmentId, { search: text }, { orderBy: "_id" }).filter?.text;
    expect(filterOf("\\".repeat(200))).not.toContain("like");
    expect(filterOf("a".repeat(200))).toMatch(/\(char_length\(l\.email\) >= \$1 and l\.email ilike/);
    expect(filterOf("ada@example.com")).not.toContain("char_length");
  });

  it("finds a long text whatever its case, and not one that is longer than the field", async () => {
    const own = newId(Date.now());
    await storeEnvironment(database, own);
    const firstName = `${"x".repeat(100)} ${"y".repeat(100)}`;
    const one = {
      id: newId<SubscriberId>(Date.now()),
      subscriberKey: subscriberKeyOf("long"),
      profile: { firstName },
    };
    await insertSubscribers(database, own, [one]);
    const count = async (text: string) =>
      (await search(database, own, { filter: { search: text }, page: pageRequest({}) })).totalCount;
    expect([await count(firstName.toUpperCase()), await count(`${firstName}x`)]).toEqual([1, 0]);
  });

  it("matches a name across first and last name, and combines all filters", async () => {
    expect((await find({ name: "Ada L7" })).data.map(({ subscriberKey }) => subscriberKey)).toEqual([
      "user-7",
    ]);
    expect((await find({ name: "Ada", email: "u7@" })).totalCount).toBe(1);
    expect((await find({ name: "Ada", email: "u8@" })).totalCount).toBe(0);
  });

  it("ignores an empty filter", async () => {
    expect((await find({ email: "", name: "" })).totalCount).toBe(60);
  });

  it("returns an empty page for an unknown cursor of any form", async () => {
    for (const after of [newId(Date.now()), "nonsense", "%", "'".repeat(10_000)]) {
      expect(await find({}, { after })).toEqual({
        data: [],
        next: null,
        previous: null,
        totalCount: 0,
        totalCountCapped: false,
      });
    }
  });

  it("does not find another environment's subscribers or accept their cursors", async () => {
    const page = pageRequest({ after: all[0]?.id as string });
    expect(
      (await search(database, newId(Date.now()), { filter: {}, page: pageRequest({}) })).totalCount,
    ).toBe(0);
    expect((await search(database, newId(Date.now()), { filter: {}, page })).data).toEqual([]);
  });

  it("following next to the end and previous to the start returns each subscriber once", async () => {
    for (const query of [
      { orderBy: "updatedAt", limit: 7 },
      { orderDirection: "ASC", limit: 7 },
    ]) {
      const pages = [await find({ phone: "+49" }, query)];
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
        pages.push(await find({ phone: "+49" }, { ...query, after: next }));
      }
      const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
      expect(new Set(ids).size).toBe(60);
      expect(ids).toHaveLength(60);
      const back = [pages.at(-1)];
      for (let previous = back[0]?.previous; previous; previous = back[0]?.previous) {
        back.unshift(await find({ phone: "+49" }, { ...query, before: previous }));
      }
      expect(back.flatMap((page) => page?.data.map(({ id }) => id))).toEqual(ids);
    }
  });
});
