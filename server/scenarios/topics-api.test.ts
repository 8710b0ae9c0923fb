import { beforeAll, describe, expect, test } from "vitest";
import { useTestService } from "../testing/test-service.ts";

/** Topics over HTTP. */

const service = await useTestService();
const environment = await service.newEnvironment("bare");
beforeAll(async () => {
  for (const subscriberId of ["ada", "bob", "cleo"]) {
    await environment.given.subscriber(subscriberId, { firstName: subscriberId.toUpperCase() });
  }
});

const join = (topicKey: string, ...subscriberIds: string[]) =>
  environment.post(`/v2/topics/${topicKey}/subscriptions`, { subscriberIds });
const leave = async (topicKey: string, body: object) => {
  const init = { method: "DELETE", body: JSON.stringify(body) };
  const headers = { authorization: `ApiKey ${environment.apiKey}`, "content-type": "application/json" };
  const response = await fetch(`${service.url}/v2/topics/${topicKey}/subscriptions`, { ...init, headers });
  return { status: response.status, body: (await response.json()) as any };
};
const idsOf = ({ body }: { body: any }) => body.data.map((one: any) => one.subscriber.subscriberId);

test("a topic: is created, or updated if its key exists", async () => {
  const created = await environment.post("/v2/topics", { key: "news", name: "News", data: { a: 1 } });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    key: "news",
    name: "News",
    data: { a: 1 },
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const renamed = await environment.post("/v2/topics?failIfExists=false", { key: "news", name: "Daily" });
  expect([renamed.status, renamed.body._id]).toEqual([200, created.body._id]);
  expect(renamed.body).toMatchObject({ name: "Daily", data: { a: 1 } });
  const refused = await environment.post("/v2/topics?failIfExists=true", { key: "news", name: "Other" });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    _id: created.body._id,
    key: "news",
    name: "Daily",
    message: 'Topic with key "news" already exists',
  });
  const counted = { memberCount: 0, memberCountCapped: false };
  expect((await environment.get("/v2/topics/news")).body).toEqual({ ...renamed.body, ...counted });
});

test("a topic: PATCH changes the given fields; DELETE removes its subscriptions too", async () => {
  await environment.post("/v2/topics", { key: "short", name: "Short", data: { a: 1 } });
  await join("short", "ada");
  const { body } = await environment.patch("/v2/topics/short", { data: null });
  expect([body.name, "data" in body]).toEqual(["Short", false]);
  expect((await environment.patch("/v2/topics/short", { name: null })).body).not.toHaveProperty("name");
  expect(await environment.delete("/v2/topics/short")).toMatchObject({
    status: 200,
    body: { acknowledged: true, status: "deleted" },
  });
  for (const answer of [
    await environment.get("/v2/topics/short"),
    await environment.patch("/v2/topics/short", {}),
    await environment.delete("/v2/topics/short"),
    await environment.get("/v2/topics/short/subscriptions"),
    await leave("short", { subscriberIds: ["ada"] }),
    await environment.get("/v1/topics/short/subscribers/ada"),
  ]) {
    expect(answer.status).toBe(404);
    expect(answer.body.message).toContain("short");
  }
  const { body: left } = await environment.get("/v2/subscribers/ada/subscriptions?key=short");
  expect(left).toMatchObject({ data: [], totalCount: 0 });
});

test.each([
  ["nothing", ""],
  ["a space", "a b"],
  ["a slash", "a/b"],
  ["a letter that is not ASCII", "ü"],
  ["more than 100 characters", "a".repeat(101)],
])("given %s in the key, the topic is refused", async (_, key) => {
  const { status, body } = await environment.post("/v2/topics", { key });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["key", "general"]]);
});

test("topics: are found by parts of key and name, page by page", async () => {
  const { get, post } = await service.newEnvironment("bare");
  for (let n = 1; n <= 5; n += 1) await post("/v2/topics", { key: `task:${n}`, name: `Task ${n}%` });
  await post("/v2/topics", { key: "other_1" });
  const keys = ({ body }: { body: any }) => body.data.map((one: any) => one.key);
  const first = await get("/v2/topics?limit=4");
  expect(keys(first)).toEqual(["other_1", "task:5", "task:4", "task:3"]);
  expect(first.body).toMatchObject({ previous: null, totalCount: 6, totalCountCapped: false });
  const rest = await get(`/v2/topics?limit=4&after=${first.body.next}`);
  expect([keys(rest), rest.body.next]).toEqual([["task:2", "task:1"], null]);
  const back = await get(`/v2/topics?limit=1&before=${rest.body.previous}&includeCursor=true`);
  expect(keys(back)).toEqual(["task:2"]);
  expect(keys(await get("/v2/topics?key=task&orderDirection=ASC&limit=2"))).toEqual(["task:1", "task:2"]);
  expect(keys(await get("/v2/topics?key=:3&name=Task"))).toEqual(["task:3"]);
  expect(keys(await get("/v2/topics?name=task"))).toEqual([]);
  for (const [sign, found] of [
    ["%25", 5],
    ["_", 0],
  ] as const) {
    expect((await get(`/v2/topics?name=${sign}`)).body.totalCount).toBe(found);
  }
  await post("/v2/topics", { key: "task:2", name: "Changed" });
  expect(keys(await get("/v2/topics?orderBy=updatedAt&limit=1"))).toEqual(["task:2"]);
  expect((await get(`/v2/topics?after=${first.body.next}&before=${first.body.next}`)).status).toBe(400);
});

describe("subscriptions", () => {
  test("subscribing: creates the topic if needed and reports unknown subscribers", async () => {
    const { status, body } = await join("fresh", "bob", "nobody", "ada", "bob");
    expect(status).toBe(201);
    expect(body.meta).toEqual({ totalCount: 3, successful: 2, failed: 1 });
    const { memberCount, memberCountCapped, ...topic } = (await environment.get("/v2/topics/fresh")).body;
    expect([memberCount, memberCountCapped]).toEqual([2, false]);
    const { body: listed } = await environment.get("/v2/topics?key=fresh");
    expect(listed.data).toEqual([{ ...topic, memberCount: 2, memberCountCapped: false }]);
    const { body: bob } = await environment.get("/v2/subscribers/bob");
    expect(body.data[0]).toEqual({
      _id: expect.any(String),
      identifier: body.data[0]._id,
      topic,
      subscriber: { _id: bob._id, subscriberId: "bob", firstName: "BOB" },
      preferences: [],
      createdAt: expect.any(String),
      updatedAt: body.data[0].createdAt,
    });
    expect(body.errors).toEqual([
      { subscriberId: "nobody", code: "SUBSCRIBER_NOT_FOUND", message: expect.stringContaining("nobody") },
    ]);
    const again = await join("fresh", "ada", "bob");
    expect(again.body.data.map((one: any) => one._id).reverse()).toEqual(
      body.data.map((one: any) => one._id),
    );
    expect(again.body).not.toHaveProperty("errors");
  });

  test("a subscription: can have an identifier, and ends by it, by its id or by the subscriber", async () => {
    const subscriptions = ["bob", { subscriberId: "ada", identifier: "ada-news", name: "Ada's" }];
    const path = "/v2/topics/called/subscriptions";
    const { body } = await environment.post(path, { subscriptions, name: "Called" });
    expect(body.data[1]).toMatchObject({ identifier: "ada-news", name: "Ada's", topic: { name: "Called" } });
    const named = { subscriberIds: ["cleo", "nobody"], subscriptions: [{ identifier: "ada-news" }] };
    const left = await leave("called", named);
    expect([left.status, left.body.meta]).toEqual([200, { totalCount: 3, successful: 1, failed: 2 }]);
    expect(idsOf(left)).toEqual(["ada"]);
    expect(left.body.errors.map(({ code }: any) => code)).toEqual([
      "SUBSCRIPTION_NOT_FOUND",
      "SUBSCRIBER_NOT_FOUND",
    ]);
    const byId = await leave("called", { subscriptions: [{ identifier: body.data[0]._id }] });
    expect(byId.body.meta).toEqual({ totalCount: 1, successful: 1, failed: 0 });
    expect((await environment.get(path)).body.totalCount).toBe(0);
  });

  test("a subscription: is read and renamed by its identifier or its id", async () => {
    const path = "/v2/topics/renamed/subscriptions";
    const subscriptions = ["bob", { subscriberId: "ada", identifier: "ada-news", name: "Ada's" }];
    const [bobs, adas] = (await environment.post(path, { subscriptions })).body.data;
    const shown = await environment.get(`${path}/ada-news`);
    expect([shown.status, shown.body]).toEqual([
      200,
      { id: adas._id, identifier: "ada-news", name: "Ada's", preferences: [] },
    ]);
    expect((await environment.get(`${path}/${bobs._id}`)).body).toEqual({
      id: bobs._id,
      identifier: bobs._id,
      preferences: [],
    });
    expect((await environment.get(`${path}/tk_renamed:si_bob`)).body.id).toBe(bobs._id);

    const renamed = await environment.patch(`${path}/ada-news`, { name: "Renamed" });
    expect(renamed.body).toEqual({ ...adas, name: "Renamed", updatedAt: expect.any(String) });
    expect(renamed.body.updatedAt > adas.updatedAt).toBe(true);
    expect((await environment.patch(`${path}/ada-news`, {})).body).toEqual(renamed.body);
    expect((await environment.patch(`${path}/ada-news`, { name: null })).body).not.toHaveProperty("name");

    const refused = await environment.patch(`${path}/ada-news`, { name: "Lost", preferences: ["news"] });
    expect([refused.status, refused.body.message]).toEqual([404, "Workflows with ids: news not found"]);
    expect((await environment.get(`${path}/ada-news`)).body).not.toHaveProperty("name");
    for (const unknown of [
      `${path}/nothing`,
      `${path}/${adas._id}`,
      "/v2/topics/nothing/subscriptions/ada-news",
    ]) {
      expect((await environment.get(unknown)).status).toBe(404);
      expect((await environment.patch(unknown, { name: "x" })).status).toBe(404);
    }
  });

  test("subscriptions: are listed by topic and by subscriber, page by page", async () => {
    await join("all", "ada", "bob", "cleo");
    await join("some", "ada");
    const first = await environment.get("/v2/topics/all/subscriptions?limit=2&orderDirection=ASC");
    const rest = await environment.get(
      `/v2/topics/all/subscriptions?after=${first.body.next}&orderDirection=ASC`,
    );
    expect([...idsOf(first), ...idsOf(rest)].sort()).toEqual(["ada", "bob", "cleo"]);
    expect([first.body.totalCount, rest.body.next]).toEqual([3, null]);
    expect(idsOf(await environment.get("/v2/topics/all/subscriptions?subscriberId=bob"))).toEqual(["bob"]);
    expect(idsOf(await environment.get("/v2/topics/all/subscriptions?subscriberId=bo"))).toEqual([]);
    const { body } = await environment.get("/v2/subscribers/ada/subscriptions?limit=100");
    const keys = body.data.map((one: any) => one.topic.key);
    expect(keys.slice(0, 2)).toEqual(["some", "all"]);
    const only = await environment.get("/v2/subscribers/ada/subscriptions?key=all");
    expect(only.body).toMatchObject({ totalCount: 1, data: [{ topic: { key: "all" } }] });
    expect((await environment.get("/v2/subscribers/nobody/subscriptions")).status).toBe(404);
  });

  test("a deleted subscriber: has no subscriptions left", async () => {
    await environment.given.subscriber("brief");
    await join("all", "brief");
    const check = "/v1/topics/all/subscribers/brief";
    const { body: topic } = await environment.get("/v2/topics/all");
    const { body: brief } = await environment.get("/v2/subscribers/brief");
    expect(await environment.get(check)).toMatchObject({ status: 200 });
    expect((await environment.get(check)).body).toEqual({
      _topicId: topic._id,
      topicKey: "all",
      _subscriberId: brief._id,
      externalSubscriberId: "brief",
      _environmentId: environment.id,
      _organizationId: environment.organizationId,
    });
    await environment.delete("/v2/subscribers/brief");
    expect((await environment.get(check)).status).toBe(404);
    await environment.given.subscriber("brief");
    expect((await environment.get(check)).status).toBe(404);
  });

  test.each([
    ["no subscriber", {}, "subscriptions"],
    ["more than 100 subscribers", { subscriberIds: Array(101).fill("x") }, "subscriberIds"],
    [
      "more than 100 in both lists",
      {
        subscriberIds: Array.from({ length: 60 }, (_, n) => `x${n}`),
        subscriptions: Array.from({ length: 60 }, (_, n) => `y${n}`),
      },
      "subscriptions",
    ],
    [
      "a preference without a workflow",
      { subscriptions: ["ada"], preferences: [{ enabled: true }] },
      "preferences.0",
    ],
    ["a context", { subscriptions: ["ada"], context: { tenant: "a" } }, "context"],
  ])("given %s, subscribing is refused", async (_, body, field) => {
    const answer = await environment.post("/v2/topics/refused/subscriptions", body);
    expect([answer.status, Object.keys(answer.body.errors)[0]]).toEqual([422, field]);
    expect((await environment.get("/v2/topics/refused")).status).toBe(404);
  });

  test("given an invalid topic key, subscribing creates no topic", async () => {
    const { status, body } = await join("a%20b", "ada");
    expect([status, Object.keys(body.errors)]).toEqual([422, ["topicKey"]]);
  });
});

test("another environment: sees nothing of a topic", async () => {
  await join("secret", "ada");
  const other = await service.newEnvironment("bare");
  await other.given.subscriber("ada");
  expect((await other.get("/v2/topics")).body.totalCount).toBe(0);
  expect((await other.get("/v2/topics/secret/subscriptions")).status).toBe(404);
  expect((await other.get("/v2/subscribers/ada/subscriptions")).body.totalCount).toBe(0);
  expect((await other.delete("/v2/topics/secret")).status).toBe(404);
  expect((await environment.get("/v2/topics/secret")).status).toBe(200);
});
