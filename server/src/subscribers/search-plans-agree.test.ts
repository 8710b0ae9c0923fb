import { beforeAll, describe, expect, it } from "vitest";
import { nameOf, searchBySorting, storeSearchedSubscribers } from "../../testing/searched-subscribers.ts";
import { seededInts } from "../../testing/seeded-random.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { findPlace, readPage, walkMatches, walkOrder } from "../database/read-page.ts";
import { type PageQuery, pageRequest } from "../foundation/cursor-page.ts";
import { newId } from "../foundation/id.ts";
import { planSearch, type SearchPlan, type SubscriberFilter } from "./search-plan.ts";
import { search } from "./search-subscribers.ts";
import type { Subscriber } from "./subscriber.ts";
import { subscriberListing } from "./subscriber-search-store.ts";

/** Searched addresses, and parts of them. */
const EMAILS = [
  "@ u2 U1 le zz @e le.co example 5@exam u12@e u_1@e \\@e u1@example.com u%@example.com @example.com@x",
  'u12@example.com@ "@example.com person12"@e @person24 a@person36 %_é2@example.com long.long.%_é14@e',
  `${"long.".repeat(9)}%_é26@example.com`,
].flatMap((emails) => emails.split(" "));
const { database } = await useTestDatabase();
const environmentId = newId(Date.now());
let all: Subscriber[] = [];

beforeAll(async () => {
  all = await storeSearchedSubscribers(database, environmentId);
});

describe("all query plans", () => {
  it("return the same subscribers as sorting all of them, from any cursor, in any order", async () => {
    for (let round = 0; round < 200; round += 1) {
      const { filter, query } = anySearch();
      const page = pageRequest(query);
      const expected = searchBySorting(all, filter, query);
      const found = await search(database, environmentId, { filter, page });
      const shown = { ...expected, data: expected.data.map((id) => ({ id })) };
      expect(found, JSON.stringify({ filter, query })).toMatchObject(shown);
      const plan = anyPlan(filter);
      const listing = subscriberListing(environmentId, filter, { orderBy: page.orderBy, plan });
      const reason = JSON.stringify({ filter, query, plan });
      expect(await readPage(database, listing, page), reason).toMatchObject(shown);
      const place = page.cursor && (await findPlace(database, listing, page.cursor.id));
      const collected = await walkMatches(database, { listing, page, place });
      const walked = await walkOrder(database, { listing, page, place });
      expect(collected.items).toEqual(walked.items);
      expect(collected.hasBehind).toBe(walked.hasBehind);
    }
  });

  it("an address is found by the end of its local part, also with wildcards, a long start or several @", async () => {
    const found = async (email: string, localPart: string) => {
      const plan = { parts: {}, localPart, isCommon: false };
      const listing = subscriberListing(environmentId, { email }, { orderBy: "_id", plan });
      const { data } = await readPage(database, listing, pageRequest({ orderDirection: "ASC", limit: 100 }));
      return data.map(({ id }) => all.find((one) => one.id === id)?.subscriberKey);
    };
    expect(await found("u13@example.com", "u13")).toEqual(["user-13"]);
    expect(await found("u13@exemple.com", "u13")).toEqual([]);
    expect(await found("U13@example.com", "U13")).toEqual([]);
    expect(await found('person12"@example.com', 'person12"')).toEqual(["user-12"]);
    expect(await found("g.%_é26@ex", "g.%_é26")).toEqual(["user-26"]);
    expect(await found("g._%é26@ex", "g._%é26")).toEqual([]);
    const long = `${"long.".repeat(9)}%_é26`;
    expect(await found(`${long}@example.com`, long)).toEqual(["user-26"]);
    expect(await found(`x${long}@example.com`, `x${long}`)).toEqual([]);
  });

  it("a walk over a limited number of rows leaves the rest to another plan", async () => {
    const listing = subscriberListing(environmentId, { phone: "+49" }, { orderBy: "_id" });
    const walk = await walkOrder(database, { listing, page: pageRequest({ limit: 10 }), maxRows: 4 });
    expect(walk.items.map(({ id }) => id)).toEqual(all.slice(0, 4).map(({ id }) => id));
  });
});

const randomInt = seededInts();
const one = <T>(...choices: T[]): T => choices[randomInt(choices.length)] as T;

/** The plan for a sample that need not resemble the subscribers: such a plan may be slow but not wrong. */
function anyPlan(filter: SubscriberFilter): SearchPlan {
  const sample = all
    .filter(() => one(true, false))
    .map(({ email, phone, subscriberKey, ...names }) => ({
      ...{ email, phone, subscriberKey, name: nameOf(names) },
      isMatch: one(true, false),
    }));
  return { ...planSearch(filter, sample), isCommon: one(true, false) };
}

function anySearch(): { filter: SubscriberFilter; query: PageQuery } {
  const cursor = one({}, { after: one(...all).id }, { before: one(...all).id });
  const filter = {
    ...one(
      {},
      { name: one("a", "A", "da", "É", "ÉD", "É", "e\\", " L", "Ada", "Ada L", "race", "L5", "Édith L") },
    ),
    ...one({}, { phone: one("+491", "+49", "4", "49", "+4912", "x") }),
    ...one({}, { email: one(...EMAILS) }),
    ...one({}, { subscriberKey: one("r-2", "user-1", "user-15", "USER-1", "5", "-1", "R-") }),
    ...one(
      {},
      {},
      {
        search: one(
          "ADA",
          "user-1",
          "EXAMPLE.COM",
          "u1@Example.com",
          "a%A",
          "9",
          "grace",
          "aD",
          "RA",
          "1@",
          "éD",
          "qQ",
        ),
      },
    ),
  };
  const order = { orderBy: one("_id", "updatedAt"), orderDirection: one("ASC", "DESC") };
  return {
    filter,
    query: { ...cursor, ...order, limit: one(1, 3, 10, 100), includeCursor: one(true, false) },
  };
}
