import { randomInt } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { storeEnvironment } from "../../testing/stored-environment.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { findPlace, readPage, walkMatches, walkOrder } from "../database/read-page.ts";
import { type PageQuery, pageRequest } from "../foundation/cursor-page.ts";
import { newId } from "../foundation/id.ts";
import { type SubscriberId, subscriberKeyOf } from "../foundation/ids.ts";
import { planSearch, type SearchPlan, type SubscriberFilter } from "./search-plan.ts";
import { search } from "./search-subscribers.ts";
import type { Subscriber } from "./subscriber.ts";
import { subscriberListing } from "./subscriber-search-store.ts";
import { insertSubscribers, updateSubscribers } from "./subscriber-store.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const FIRST_NAMES = ["Ada", "ada", "A%a", "A_a", "Grace\\", "", "Édith"];
/**
 * Subscribers that are updated later: batches of `BATCH_SIZE` from these indexes on, in this order, each at the same
 * moment.
 */
const BATCHES = [10, 30, 20];
const BATCH_SIZE = 5;
const { database } = await useTestDatabase();
const environmentId = newId(NOW);
let all: Subscriber[] = [];

beforeAll(async () => {
  await storeEnvironment(database, environmentId);
  const fresh = Array.from({ length: 60 }, (_, index) => ({
    id: newId<SubscriberId>(NOW),
    subscriberKey: subscriberKeyOf(`user-${index}`),
    profile: {
      firstName: FIRST_NAMES[index % FIRST_NAMES.length] || null,
      lastName: index % 3 ? `L${index}` : null,
      email: index % 2 ? `u${index}@example.com` : null,
      phone: `+49${index}`,
    },
  }));
  await insertSubscribers(database, environmentId, fresh);
  for (const start of BATCHES) {
    const some = fresh
      .slice(start, start + BATCH_SIZE)
      .map(({ subscriberKey }) => ({ subscriberKey, profile: { locale: "de" } }));
    await updateSubscribers(database, environmentId, some);
  }
  const walk = await walkOrder(database, {
    listing: subscriberListing(environmentId, {}, { orderBy: "_id" }),
    page: pageRequest({ limit: 100 }),
  });
  all = await Promise.all(walk.items.map(({ id }) => byId(id)));
});

async function byId(id: string): Promise<Subscriber> {
  const page = pageRequest({ after: id, includeCursor: true, limit: 1 });
  const { data } = await search(database, environmentId, { filter: {}, page });
  return data[0] as Subscriber;
}

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
    for (const after of [newId(NOW), "nonsense", "%", "'".repeat(10_000)]) {
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
    expect((await search(database, newId(NOW), { filter: {}, page: pageRequest({}) })).totalCount).toBe(0);
    expect((await search(database, newId(NOW), { filter: {}, page })).data).toEqual([]);
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

describe("all query plans", () => {
  it("return the same subscribers as sorting all of them, from any cursor, in any order", async () => {
    for (let round = 0; round < 200; round += 1) {
      const { filter, query } = anySearch();
      const page = pageRequest(query);
      const expected = sorted(filter, query);
      const found = await find(filter, query);
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

  it("a walk over a limited number of rows leaves the rest to another plan", async () => {
    const listing = subscriberListing(environmentId, { phone: "+49" }, { orderBy: "_id" });
    const walk = await walkOrder(database, { listing, page: pageRequest({ limit: 10 }), maxRows: 4 });
    expect(walk.items.map(({ id }) => id)).toEqual(all.slice(0, 4).map(({ id }) => id));
  });
});

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
    ...one({}, { email: one("@", "u1@example.com", "u2", "example", "le.co", "5@exam", "U1") }),
    ...one({}, { subscriberKey: one("r-2", "user-1", "user-15", "USER-1", "5") }),
    ...one({}, {}, { search: one("ADA", "user-1", "EXAMPLE.COM", "u1@Example.com", "a%A", "9", "grace") }),
  };
  const order = { orderBy: one("_id", "updatedAt"), orderDirection: one("ASC", "DESC") };
  return {
    filter,
    query: { ...cursor, ...order, limit: one(1, 3, 10, 100), includeCursor: one(true, false) },
  };
}

/** The same page, by sorting all subscribers. */
function sorted(filter: SubscriberFilter, query: PageQuery) {
  const key = ({ id }: Subscriber) => (query.orderBy === "updatedAt" ? momentOf(id) : id);
  const sign = query.orderDirection === "ASC" ? 1 : -1;
  const order = (a: Subscriber, b: Subscriber) => sign * (Number(key(a) > key(b)) - Number(key(a) < key(b)));
  const matches = all.filter((one) => matchesAll(one, filter)).sort(order);
  const cursor = all.find(({ id }) => id === (query.after ?? query.before));
  const isPast = (one: Subscriber) => {
    if (!cursor) return true;
    const side = order(one, cursor) * (query.before ? -1 : 1);
    return side > 0 || (side === 0 && query.includeCursor === true);
  };
  const past = matches.filter(isPast);
  const page = query.before ? past.slice(-(query.limit ?? 10)) : past.slice(0, query.limit);
  const first = page[0] && matches.indexOf(page[0]);
  const last = page.at(-1) && matches.indexOf(page.at(-1) as Subscriber);
  return {
    data: page.map(({ id }) => id),
    next: last !== undefined && last < matches.length - 1 ? (page.at(-1)?.id as string) : null,
    previous: first !== undefined && first > 0 ? (page[0]?.id as string) : null,
    totalCount: matches.length,
  };
}

/** The order of the last update, by batch: different batches may have the same Date. */
function momentOf(id: string): string {
  const created = all.length - 1 - all.findIndex((one) => one.id === id);
  return `${BATCHES.findIndex((start) => created >= start && created < start + BATCH_SIZE)}|${id}`;
}

function matchesAll(one: Subscriber, { search, ...filter }: SubscriberFilter): boolean {
  const { email, phone, subscriberKey } = one;
  const texts = { email, phone, name: nameOf(one), subscriberKey };
  const isFound = Object.values(texts).some((text) =>
    text?.toLowerCase().includes(search?.toLowerCase() ?? ""),
  );
  return (
    isFound &&
    Object.entries(filter).every(([field, text]) =>
      (texts[field as keyof typeof texts] ?? "").includes(text as string),
    )
  );
}

function nameOf({ firstName, lastName }: Pick<Subscriber, "firstName" | "lastName">): string {
  return `${firstName ?? ""} ${lastName ?? ""}`.trim();
}
