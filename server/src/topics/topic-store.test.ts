import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { seededInts } from "../../testing/seeded-random.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { insertEnvironment } from "../environments/environment-store.ts";
import { newId } from "../foundation/id.ts";
import { type SubscriberId, type SubscriberKey, subscriberKeyOf } from "../foundation/ids.ts";
import { deleteSubscriber } from "../subscribers/delete-subscriber.ts";
import { insertSubscribers } from "../subscribers/subscriber-store.ts";
import { deleteTopic } from "./delete-topic.ts";
import { findMembers } from "./member-store.ts";
import { subscribe } from "./subscribe.ts";
import { findTopic, findTopicsByKey, nextTopicMembers, updateTopic, upsertTopic } from "./topic-store.ts";
import { unsubscribe } from "./unsubscribe.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const NEVER = new Date("2999-01-01T00:00:00Z");
const COUNT = 60;
const { database } = await useTestDatabase();
const [environmentId, strangers] = [newId(NOW), newId(NOW)];
/** In the order of the ids. */
const allKeys = Array.from({ length: COUNT }, (_, index) => subscriberKeyOf(`user-${index}`));
const randomInt = seededInts();
const USER_1 = subscriberKeyOf("user-1");
const GONE = subscriberKeyOf("gone");

beforeAll(async () => {
  for (const id of [environmentId, strangers]) {
    const organizationId = newId(NOW);
    await insertEnvironment(database, {
      id,
      organizationId,
      isTest: false,
      createdAt: new Date(NOW),
      name: id,
    });
    const fresh = allKeys.map((subscriberKey) => ({
      id: newId<SubscriberId>(NOW),
      subscriberKey,
      profile: {},
    }));
    await insertSubscribers(database, id, fresh);
  }
});

const upsert = (key: string, profile: object = {}) =>
  upsertTopic(database, environmentId, { id: newId(NOW), key, profile });

const join = (topicKey: string, subscriberKeys: readonly SubscriberKey[], within = environmentId) => {
  const joining = subscriberKeys.map((subscriberKey) => ({ subscriberKey }));
  return subscribe(database, within, { topicKey, joining, isProven: true, nowMs: NOW });
};

type Reading = { excluded?: SubscriberId[]; createdBefore?: Date; limit?: number };

/** All members of the topics, read in ranges. */
async function read(topicIds: string[], { excluded = [], createdBefore = NEVER, limit = 7 }: Reading = {}) {
  const found: { id: SubscriberId; subscriberKey: SubscriberKey }[] = [];
  for (;;) {
    const range = { topicIds, excluded, createdBefore, limit, after: found.at(-1)?.id ?? "" };
    const piece = await nextTopicMembers(database, environmentId, range);
    found.push(...piece);
    if (piece.length < limit) return found;
  }
}

describe("upsertTopic", () => {
  it("creates a new topic and returns isNew", async () => {
    const { topic, isNew } = await upsert("new", { name: "New", data: { z: 1, a: [null] } });
    expect([topic.key, topic.name, isNew]).toEqual(["new", "New", true]);
    expect(JSON.stringify(topic.data)).toBe('{"z":1,"a":[null]}');
    expect(await findTopicsByKey(database, environmentId, ["new", "new", "unknown"])).toEqual([topic]);
    expect(await findTopic(database, strangers, "new")).toBeUndefined();
  });

  it("sets the given fields, erases null fields and keeps the rest", async () => {
    const { topic: before } = await upsert("known", { name: "One", data: { a: 1 } });
    const { topic: after, isNew } = await upsert("known", { data: { b: 2 } });
    expect(isNew).toBe(false);
    expect(after).toEqual({ ...before, data: { b: 2 }, updatedAt: expect.any(Date) });
    const change = { key: "known", profile: { name: "Two", data: null } };
    const changed = await updateTopic(database, environmentId, change);
    expect(changed).toMatchObject({ id: before.id, name: "Two", data: null });
    expect(await updateTopic(database, environmentId, { ...change, key: "unknown" })).toBeUndefined();
  });

  it("creates one row for fifty concurrent calls, and one of them returns isNew", async () => {
    const made = await Promise.all(Array.from({ length: 50 }, (_, n) => upsert("raced", { name: `${n}` })));
    expect(new Set(made.map(({ topic }) => topic.id)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  });
});

describe("subscribe and unsubscribe", () => {
  it("concurrent calls for the same members create one topic and one membership each", async () => {
    const orders = Array.from({ length: 30 }, () => allKeys.toSorted(() => randomInt(3) - 1));
    const answers = await Promise.all(orders.map((order) => join("crowd", order)));
    expect(new Set(answers.map(({ topic }) => topic.id)).size).toBe(1);
    for (const { members } of answers) {
      expect(members.map(({ id }) => id).sort()).toEqual(answers[0]?.members.map(({ id }) => id).sort());
    }
    expect(answers[0]?.members).toHaveLength(COUNT);
  });

  it("concurrent subscribe, unsubscribe and deletion of subscribers do not deadlock", async () => {
    const fresh = Array.from({ length: 20 }, (_, n) => subscriberKeyOf(`brief-${n}`));
    const rows = fresh.map((subscriberKey) => ({ id: newId<SubscriberId>(NOW), subscriberKey, profile: {} }));
    await insertSubscribers(database, environmentId, rows);
    const { topic } = await join("busy", []);
    const leaving = { topicId: topic.id, identifiers: [] };
    await Promise.all(
      fresh.flatMap((subscriberKey, n) => [
        join("busy", fresh),
        unsubscribe(database, environmentId, { ...leaving, subscriberKeys: fresh.slice(n).reverse() }),
        ...(n % 2 ? [deleteSubscriber(database, environmentId, subscriberKey)] : []),
      ]),
    );
    const left = await database.query<{ id: SubscriberId }>(sql`
      select subscriber_id as id from topic_members
      where environment_id = ${environmentId} and topic_id = ${topic.id}`);
    const deleted = rows.filter((_, n) => n % 2).map(({ id }) => id);
    expect(left.filter(({ id }) => deleted.includes(id))).toEqual([]);
  });

  it("returns only subscribers that exist, and separates environments", async () => {
    const { topic, members } = await join("few", [USER_1, subscriberKeyOf("unknown")]);
    expect(members.map(({ subscriber }) => subscriber.subscriberKey)).toEqual(["user-1"]);
    const there = await join("few", [USER_1], strangers);
    expect(there.topic.id).not.toBe(topic.id);
    const everywhere = { topicId: topic.id, subscriberKeys: [USER_1] };
    expect(await findMembers(database, strangers, everywhere)).toEqual([]);
    const leaving = { ...everywhere, identifiers: [members[0]?.id as string] };
    expect((await unsubscribe(database, strangers, leaving)).members).toEqual([]);
    expect((await unsubscribe(database, environmentId, leaving)).members).toEqual(members);
  });

  it("memberships are deleted with their topic and with their subscriber", async () => {
    const { topic } = await join("doomed", allKeys.slice(0, 5));
    await insertSubscribers(database, environmentId, [{ id: newId(NOW), subscriberKey: GONE, profile: {} }]);
    await join("doomed", [GONE]);
    await deleteSubscriber(database, environmentId, GONE);
    expect((await read([topic.id])).map(({ subscriberKey }) => subscriberKey)).toEqual(allKeys.slice(0, 5));
    expect(await deleteTopic(database, strangers, "doomed")).toBe(false);
    expect(await deleteTopic(database, environmentId, "doomed")).toBe(true);
    expect(await deleteTopic(database, environmentId, "doomed")).toBe(false);
    expect(await read([topic.id])).toEqual([]);
  });
});

describe("nextTopicMembers", () => {
  it("returns each member once, in order, for any overlap of topics and any limit", async () => {
    for (let round = 0; round < 25; round += 1) {
      const memberLists = Array.from({ length: 1 + randomInt(5) }, () =>
        allKeys.filter(() => randomInt(3) > 0),
      );
      const topics = await Promise.all(memberLists.map((some, n) => join(`read-${round}-${n}`, some)));
      const excluded = (await read([topics[0]?.topic.id as string])).filter(() => randomInt(4) === 0);
      const passedOver = excluded.map(({ subscriberKey }) => subscriberKey);
      const expected = allKeys.filter(
        (one) => memberLists.some((some) => some.includes(one)) && !passedOver.includes(one),
      );
      const options = { excluded: excluded.map(({ id }) => id), limit: 1 + randomInt(20) };
      const ids = topics.map(({ topic }) => topic.id);
      const found = await read([...ids, ids[0] as string, newId(NOW)], options);
      expect(found.map(({ subscriberKey }) => subscriberKey)).toEqual(expected);
    }
  });

  it("returns no later members, and none without topics or for another environment's topics", async () => {
    const { topic } = await join("early", [USER_1, subscriberKeyOf("user-3")]);
    const createdBefore = new Date(Math.max(...(await bornOf(topic.id)).map(Number)) + 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await join("early", allKeys);
    const early = await read([topic.id], { createdBefore });
    expect(early.map(({ subscriberKey }) => subscriberKey)).toEqual(["user-1", "user-3"]);
    expect(await read([])).toEqual([]);
    const there = await join("early", allKeys, strangers);
    expect(await read([there.topic.id])).toEqual([]);
  });
});

async function bornOf(topicId: string): Promise<Date[]> {
  const members = await findMembers(database, environmentId, { topicId, subscriberKeys: allKeys });
  return members.map(({ createdAt }) => createdAt);
}
