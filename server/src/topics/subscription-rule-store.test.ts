import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { insertEnvironment } from "../environments/environment-store.ts";
import { newId } from "../foundation/id.ts";
import { type SubscriberId, subscriberKeyOf, type WorkflowId } from "../foundation/ids.ts";
import { insertSubscribers } from "../subscribers/subscriber-store.ts";
import { subscribe } from "./subscribe.ts";
import { findReachedTopics, findRuledMembers, lockRules, saveRules } from "./subscription-rule-store.ts";
import type { SubscriptionRules } from "./subscription-rules.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const NEVER = new Date("2999-01-01T00:00:00Z");
const { database } = await useTestDatabase();
const environmentId = newId(NOW);
const workflowId = newId<WorkflowId>(NOW);
const keys = Array.from({ length: 6 }, (_, index) => subscriberKeyOf(`s${index}`));
const OFF = { enabled: false };
const WHEN = { enabled: true, condition: { "==": [{ var: "payload.a" }, 1] } };
/** The ids of the subscribers, in the order of the keys. */
const ids: SubscriberId[] = [];

beforeAll(async () => {
  const known = { id: environmentId, organizationId: newId(NOW), isTest: false };
  await insertEnvironment(database, { ...known, createdAt: new Date(NOW), name: "one" });
  ids.push(...keys.map(() => newId<SubscriberId>(NOW)));
  const fresh = keys.map((subscriberKey, index) => {
    return { id: ids[index] as SubscriberId, subscriberKey, profile: {} };
  });
  await insertSubscribers(database, environmentId, fresh);
});

const join = async (topicKey: string, members: readonly number[], rules?: SubscriptionRules) => {
  const joining = members.map((index) => ({ subscriberKey: keys[index] ?? subscriberKeyOf("") }));
  const joined = await subscribe(database, environmentId, {
    topicKey,
    joining,
    isProven: true,
    rules,
    nowMs: NOW,
  });
  return joined.topic.id;
};
const ruled = async (topicIds: string[], more: { maxBytes?: number; createdBefore?: Date } = {}) => {
  const reading = {
    topicIds,
    subscriberIds: ids,
    workflowId,
    maxBytes: 1_000,
    createdBefore: NEVER,
    ...more,
  };
  const found = await findRuledMembers(database, environmentId, reading);
  return found.map(({ subscriberId, rules }) => [ids.indexOf(subscriberId), rules]);
};
const ruleFor = (rule: object) => ({ [workflowId]: rule }) as SubscriptionRules;

test("ruled members: those whose memberships all have a rule that may keep the workflow away", async () => {
  const all = await join("all", [0, 1, 2, 3, 4]);
  expect(await findReachedTopics(database, environmentId, ["all", "none"])).toEqual([
    { id: all, hasRules: false },
  ]);
  await join("all", [1], ruleFor(OFF));
  await join("all", [2], ruleFor(WHEN));
  await join("all", [3], ruleFor({ enabled: true }));
  await join("all", [4], { [newId<WorkflowId>(NOW)]: OFF });
  expect(await findReachedTopics(database, environmentId, ["all"])).toEqual([{ id: all, hasRules: true }]);
  expect(await ruled([all])).toEqual([
    [1, [OFF]],
    [2, [WHEN]],
  ]);
  const open = await join("open", [1]);
  const gold = await join("gold", [2], ruleFor(OFF));
  expect(await ruled([all, open, gold])).toEqual([[2, expect.arrayContaining([WHEN, OFF])]]);
  expect(await ruled([all, gold], { createdBefore: new Date(0) })).toEqual([]);
});

test("ruled members: rules beyond the bytes are left out, except those of the first member", async () => {
  const long = { enabled: true, condition: { "==": ["x".repeat(300), "y"] } };
  const topicId = await join("long", [0, 1, 2, 3], ruleFor(long));
  const counted = async (maxBytes: number) =>
    (await ruled([topicId], { maxBytes })).map(([index, rules]) => [
      index,
      (rules as unknown[] | null)?.length,
    ]);
  expect(await counted(1_000)).toEqual([
    [0, 1],
    [1, 1],
    [2, undefined],
    [3, undefined],
  ]);
  expect(await counted(1)).toEqual([
    [0, 1],
    [1, undefined],
    [2, undefined],
    [3, undefined],
  ]);
});

test("rules: are locked, replaced and removed; a membership that is gone has none", async () => {
  const topicId = await join("changed", [5], ruleFor(OFF));
  const subscriberId = ids[5] as SubscriberId;
  const read = () => database.transaction((tx) => lockRules(tx, environmentId, { topicId, subscriberId }));
  expect(await read()).toEqual(ruleFor(OFF));
  await saveRules(database, environmentId, { topicId, subscriberIds: ids, rules: {} });
  expect(await read()).toEqual({});
  const rows = await database.queryPlanned(sql`
    select preferences from topic_members where topic_id = ${topicId} and preferences is not null`);
  expect(rows).toEqual([]);
  const other = { topicId, subscriberId: ids[0] as SubscriberId };
  expect(await database.transaction((tx) => lockRules(tx, environmentId, other))).toBeUndefined();
});
