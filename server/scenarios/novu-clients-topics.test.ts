import { describe, expect, test } from "vitest";
import { NOVU_CLIENTS, type NovuClient, uncalled } from "../testing/novu-clients.ts";
import { inApp } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/** Topics, their subscriptions and contexts, as Novu's own clients write and read them. */

const service = await useTestService({ brand: "novu" });

const ID = /^[0-9a-f]{24}$/;
const idsOf = (list: any) => list.data.map((one: any) => one.subscriber.subscriberId);

describe.each(NOVU_CLIENTS)("@novu/api $version", ({ open, errors, lacks }: NovuClient) => {
  const calls = new Set<string>();
  const begin = async () => {
    const environment = await service.newEnvironment("bare");
    const novu = open(service, environment, calls);
    const ada = { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" };
    for (const subscriber of [ada, { subscriberId: "bob" }]) await novu.subscribers.create(subscriber);
    return { environment, novu, ada };
  };

  test("topics: creates, reads, updates, finds and deletes them", async () => {
    const { novu } = await begin();
    const created = (await novu.topics.create({ key: "news", name: "News", data: { a: 1 } })).result;
    expect(created).toMatchObject({ id: expect.stringMatching(ID), key: "news", name: "News" });
    const again = (await novu.topics.create({ key: "news", name: "Daily" })).result;
    expect(again).toMatchObject({ id: created.id, name: "Daily", createdAt: created.createdAt });
    expect((await novu.topics.get("news")).result).toEqual(again);
    expect((await novu.topics.update({ name: "Weekly" }, "news")).result.name).toBe("Weekly");
    const conflict = novu.topics.create({ key: "news" }, true);
    await expect(conflict).rejects.toBeInstanceOf(errors.TopicResponseDto);
    await expect(conflict).rejects.toMatchObject({ statusCode: 409, id: created.id, key: "news" });

    for (const key of ["bare:1", "bare:2"]) await novu.topics.create({ key });
    const keys = ({ result }: any) => result.data.map((one: any) => one.key);
    const first = await novu.topics.list({ limit: 2, orderBy: "_id", orderDirection: "ASC" });
    expect(first.result).toMatchObject({ previous: null, totalCount: 3, totalCountCapped: false });
    expect(keys(first)).toEqual(["news", "bare:1"]);
    const next = await novu.topics.list({ after: first.result.next, orderDirection: "ASC" });
    expect([keys(next), next.result.next]).toEqual([["bare:2"], null]);
    const before = { before: next.result.previous, includeCursor: true, orderDirection: "ASC" };
    expect(keys(await novu.topics.list(before))).toEqual(["news", "bare:1", "bare:2"]);
    expect(keys(await novu.topics.list({ key: "e:1" }))).toEqual(["bare:1"]);
    expect(keys(await novu.topics.list({ name: "Week" }))).toEqual(["news"]);
    expect((await novu.topics.delete("news")).result).toMatchObject({ acknowledged: true });
    await expect(novu.topics.get("news")).rejects.toBeInstanceOf(errors.ErrorDto);
    await expect(novu.topics.create({ key: "a b" })).rejects.toBeInstanceOf(errors.ValidationErrorDto);
  });

  test("subscriptions: creates, lists, checks and deletes them", async () => {
    const { environment, novu, ada } = await begin();
    const { subscriptions } = novu.topics;
    const joined = (await subscriptions.create({ subscriberIds: ["ada", "bob", "x"] }, "news")).result;
    expect(joined.meta).toEqual({ totalCount: 3, successful: 2, failed: 1 });
    expect(joined.errors).toMatchObject([{ subscriberId: "x", code: "SUBSCRIBER_NOT_FOUND" }]);
    const [first] = joined.data;
    expect(first).toMatchObject({
      id: expect.stringMatching(ID),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      topic: { key: "news" },
      subscriber: { ...ada, id: expect.stringMatching(ID) },
    });

    const listed = (await subscriptions.list({ topicKey: "news", limit: 1, orderDirection: "ASC" })).result;
    expect(listed).toMatchObject({ totalCount: 2, previous: null, data: [{ topic: { key: "news" } }] });
    const rest = { topicKey: "news", after: listed.next, orderDirection: "ASC" };
    expect(idsOf((await subscriptions.list(rest)).result)).toHaveLength(1);
    expect(idsOf((await subscriptions.list({ topicKey: "news", subscriberId: "bob" })).result)).toEqual([
      "bob",
    ]);
    const ofAda = (await novu.subscribers.topics.list({ subscriberId: "ada", key: "news", limit: 5 })).result;
    expect(ofAda).toMatchObject({ totalCount: 1, data: [{ id: first.id, topic: { id: first.topic.id } }] });
    const membership = (await novu.topics.subscribers.retrieve("ada", "news")).result;
    expect(membership).toEqual({
      topicId: first.topic.id,
      topicKey: "news",
      externalSubscriberId: "ada",
      subscriberId: first.subscriber.id,
      environmentId: environment.id,
      organizationId: environment.organizationId,
    });

    const left = (await subscriptions.delete({ subscriberIds: ["ada", "x"] }, "news")).result;
    expect(left).toMatchObject({
      meta: { totalCount: 2, successful: 1, failed: 1 },
      data: [{ id: first.id }],
      errors: [{ subscriberId: "x", code: "SUBSCRIBER_NOT_FOUND" }],
    });
    await expect(novu.topics.subscribers.retrieve("ada", "news")).rejects.toMatchObject({ statusCode: 404 });
    for (const refused of [
      () => subscriptions.delete({ subscriberIds: ["ada"] }, "unknown"),
      () => subscriptions.list({ topicKey: "unknown" }),
      () => novu.subscribers.topics.list({ subscriberId: "unknown" }),
    ]) {
      await expect(refused()).rejects.toBeInstanceOf(errors.ErrorDto);
    }
  });

  test("contexts: creates, reads, updates, finds and deletes them", async () => {
    const { novu } = await begin();
    const { contexts } = novu;
    const created = (await contexts.create({ type: "tenant", id: "acme", data: { plan: "pro" } })).result;
    expect(created).toMatchObject({ type: "tenant", id: "acme", createdAt: expect.any(String) });
    await expect(contexts.create({ type: "tenant", id: "acme" })).rejects.toMatchObject({ statusCode: 409 });
    await expect(contexts.create({ type: "a b", id: "x" })).rejects.toBeInstanceOf(errors.ValidationErrorDto);
    await contexts.create({ type: "region", id: "eu" });
    const changed = (
      await contexts.update({
        id: "acme",
        type: "tenant",
        updateContextRequestDto: { data: { plan: "free" } },
      })
    ).result;
    expect(changed.updatedAt >= created.updatedAt).toBe(true);
    expect((await contexts.retrieve("acme", "tenant")).result).toEqual(changed);
    const ids = async (query: object) => (await contexts.list(query)).result.data.map(({ id }: any) => id);
    expect(await ids({ limit: 1, orderDirection: "ASC", orderBy: "createdAt" })).toEqual(["acme"]);
    expect(await ids({ after: "tenant:acme", orderDirection: "ASC" })).toEqual(["eu"]);
    expect([await ids({ id: "eu" }), await ids({ search: "ant:a" })]).toEqual([["eu"], ["acme"]]);
    await contexts.delete("acme", "tenant");
    await expect(contexts.retrieve("acme", "tenant")).rejects.toBeInstanceOf(errors.ErrorDto);
  });

  test.skipIf(lacks.has("getTopicSubscription"))("subscriptions: reads and renames one", async () => {
    const { novu } = await begin();
    const { subscriptions } = novu.topics;
    const named = [{ subscriberId: "ada", identifier: "ada-news", name: "Ada's" }];
    const [made] = (await subscriptions.create({ subscriptions: named }, "news")).result.data;
    const details = (await subscriptions.getSubscription("news", "ada-news")).result;
    expect(details).toMatchObject({ id: made.id, identifier: "ada-news", name: "Ada's" });
    const path = { topicKey: "news", identifier: "ada-news" };
    const update = (body: object) =>
      subscriptions.update({ ...path, updateTopicSubscriptionRequestDto: body });
    const renamed = (await update({ name: "Renamed" })).result;
    expect(renamed).toMatchObject({ id: made.id, name: "Renamed", subscriber: { subscriberId: "ada" } });
    await expect(update({ preferences: ["none"] })).rejects.toBeInstanceOf(errors.ErrorDto);
    await expect(subscriptions.getSubscription("news", "none")).rejects.toMatchObject({ statusCode: 404 });
  });

  test("coverage: calls every operation for topics and contexts", () => {
    expect(uncalled(calls, ["Topics", "Contexts"], lacks)).toEqual([]);
  });
});

test("newest @novu/api: chooses the identifiers of subscriptions", async () => {
  const { open, errors } = NOVU_CLIENTS.at(-1) as NovuClient;
  const novu = open(service, await service.newEnvironment("bare"));
  for (const subscriberId of ["ada", "bob"]) await novu.subscribers.create({ subscriberId });
  const { subscriptions } = novu.topics;
  const named = [{ subscriberId: "ada", identifier: "ada-news", name: "Ada's" }, "bob"];
  const joined = (await subscriptions.create({ subscriptions: named, name: "News" }, "news")).result;
  expect(joined.data).toMatchObject([
    { identifier: "ada-news", name: "Ada's", topic: { name: "News" } },
    { identifier: joined.data[1].id },
  ]);
  const { data } = (await subscriptions.list({ topicKey: "news", orderDirection: "ASC" })).result;
  expect(data.map((one: any) => one.identifier).sort()).toEqual(
    joined.data.map((one: any) => one.identifier).sort(),
  );
  const leaving = { subscriptions: [{ identifier: "ada-news" }, "bob"] };
  expect((await subscriptions.delete(leaving, "news")).result.meta.successful).toBe(2);
  const ofContext = { subscriptions: ["ada"], context: { tenant: "acme" } };
  await expect(subscriptions.create(ofContext, "news")).rejects.toBeInstanceOf(errors.ValidationErrorDto);
});

test("newest @novu/api: sets and reads preferences of subscriptions", async () => {
  const environment = await service.newEnvironment();
  const { open, errors } = NOVU_CLIENTS.at(-1) as NovuClient;
  const { subscriptions } = open(service, environment).topics;
  for (const name of ["launch", "sale", "alarm"]) {
    await environment.given.workflow(name, [inApp("x")], { tags: name === "alarm" ? ["ops"] : ["shop"] });
  }
  for (const subscriberId of ["ada", "bob"]) await environment.given.subscriber(subscriberId);
  const condition = { "==": [{ var: "payload.tier" }, "gold"] };
  const preferences = [
    "alarm",
    { filter: { tags: ["shop"] }, enabled: false },
    { workflowId: "sale", condition },
  ];
  const made = (await subscriptions.create({ subscriptions: ["ada", "bob"], preferences }, "news")).result;
  for (const { id: subscriptionId, preferences: shown } of made.data) {
    expect(shown).toEqual([
      { subscriptionId, enabled: false, workflow: workflowLike("launch", ["shop"]) },
      { subscriptionId, enabled: true, condition, workflow: workflowLike("sale", ["shop"]) },
      { subscriptionId, enabled: true, workflow: workflowLike("alarm", ["ops"]) },
    ]);
  }
  const identifier = "tk_news:si_ada";
  const details = (await subscriptions.getSubscription("news", identifier)).result;
  expect(details).toEqual({
    id: made.data[0].id,
    identifier: made.data[0].id,
    preferences: made.data[0].preferences,
  });
  const update = async (body: object) =>
    (await subscriptions.update({ topicKey: "news", identifier, updateTopicSubscriptionRequestDto: body }))
      .result;
  const changed = await update({ preferences: [{ workflowId: "sale", enabled: false }] });
  expect(changed.preferences).toMatchObject([{ enabled: false, workflow: { identifier: "sale" } }]);
  expect((await update({ name: "Mine" })).preferences).toEqual(changed.preferences);
  expect((await update({ preferences: [] })).preferences).toEqual([]);
  const wrong = { preferences: [{ workflowId: "sale", condition: { unknown: 1 } }] };
  await expect(update(wrong)).rejects.toBeInstanceOf(errors.ValidationErrorDto);
});

const workflowLike = (identifier: string, tags: string[]) =>
  expect.objectContaining({
    id: expect.stringMatching(ID),
    identifier,
    tags,
    critical: false,
    severity: "none",
  });
