import { beforeAll, expect, test } from "vitest";
import { inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { openInbox, type TestInbox } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";

/** A subscriber's own subscriptions to topics, as a browser manages them with the token of a session. */

const service = await useTestService();
let environment: TestEnvironment;
let ada: TestInbox;
let bob: TestInbox;

const GOLD = { "==": [{ var: "payload.tier" }, "gold"] };
const path = (topicKey: string, identifier?: string) =>
  `/topics/${topicKey}/subscriptions${identifier === undefined ? "" : `/${encodeURIComponent(identifier)}`}`;
const own = (topicKey: string, subscriberId = "ada") => `tk_${topicKey}:si_${subscriberId}`;
const shownWorkflow = (identifier: string, tags: string[]) => ({
  ...{ id: expect.any(String), identifier, name: expect.any(String) },
  ...{ critical: false, tags, severity: "none" },
});

beforeAll(async () => {
  environment = await service.newEnvironment();
  await environment.given.workflow("launch", [inApp("Launch")], { tags: ["shop"] });
  await environment.given.workflow("sale", [inApp("Sale")], { tags: ["shop"] });
  await environment.given.workflow("alarm", [inApp("Alarm")], { tags: ["ops"] });
  ada = await openInbox(service.url, environment, "ada");
  bob = await openInbox(service.url, environment, "bob");
});

const membersOf = async (topicKey: string): Promise<string[]> => {
  const { body } = await environment.get(`/v2/topics/${topicKey}/subscriptions?limit=100`);
  return (body.data ?? []).map((one: any) => one.subscriber.subscriberId).sort();
};

test("the component's calls: absent, subscribed with preferences, changed and unsubscribed", async () => {
  const absent = await ada.get(`${path("news", own("news"))}?workflowIds=launch`);
  expect([absent.status, absent.body]).toEqual([204, undefined]);
  expect((await ada.get(path("news"))).body).toEqual({ data: [] });

  const created = await ada.post(path("news"), {
    identifier: "",
    topic: { name: "News" },
    preferences: [
      "launch",
      { workflowId: "sale", condition: GOLD },
      { filter: { tags: ["ops"] }, enabled: false },
    ],
  });
  const subscriptionId = own("news");
  expect([created.status, created.body]).toEqual([
    201,
    {
      data: {
        id: expect.any(String),
        identifier: subscriptionId,
        preferences: [
          { subscriptionId, enabled: true, workflow: shownWorkflow("launch", ["shop"]) },
          { subscriptionId, enabled: true, condition: GOLD, workflow: shownWorkflow("sale", ["shop"]) },
          { subscriptionId, enabled: false, workflow: shownWorkflow("alarm", ["ops"]) },
        ],
      },
    },
  ]);
  expect((await environment.get("/v2/topics/news")).body.name).toBe("News");
  expect((await ada.get(path("news", subscriptionId))).body).toEqual(created.body);
  expect((await ada.get(path("news"))).body).toEqual({ data: [created.body.data] });
  expect((await ada.get(path("news", created.body.data.id))).body).toEqual(created.body);

  const renamed = await ada.patch(path("news", subscriptionId), { name: "Mine" });
  expect(renamed.body.data).toEqual({ ...created.body.data, name: "Mine" });
  const cleared = await ada.patch(path("news", subscriptionId), { name: null, preferences: ["sale"] });
  expect(cleared.body.data.preferences).toEqual([
    { subscriptionId, enabled: true, workflow: shownWorkflow("sale", ["shop"]) },
  ]);
  expect(cleared.body.data).not.toHaveProperty("name");

  const left = await ada.delete(path("news", subscriptionId));
  expect([left.status, left.body]).toEqual([204, undefined]);
  expect((await ada.get(path("news", subscriptionId))).status).toBe(204);
  expect((await ada.delete(path("news", subscriptionId))).status).toBe(404);
});

test("preferences of chosen workflows: those without one are shown as enabled", async () => {
  await ada.post(path("chosen"), { preferences: [{ workflowId: "sale", enabled: false }] });
  const shown = async (query: string) => {
    const { body } = await ada.get(`${path("chosen", own("chosen"))}?${query}`);
    return body.data.preferences.map(({ workflow, enabled }: any) => [workflow.identifier, enabled]);
  };
  expect(await shown("workflowIds=alarm&workflowIds=sale")).toEqual([
    ["alarm", true],
    ["sale", false],
  ]);
  expect(await shown("tags=shop&workflowIds=nothing")).toEqual([
    ["launch", true],
    ["sale", false],
  ]);
});

test("a preference: is switched and given a condition, and decides about the next trigger", async () => {
  await ada.post(path("switch"), { preferences: [{ workflowId: "launch", condition: GOLD }] });
  const { body: workflow } = await environment.get("/v2/workflows/launch");
  const change = async (workflowId: string, body: object) => {
    const changed = await ada.patch(`/subscriptions/${own("switch")}/preferences/${workflowId}`, body);
    return [changed.status, changed.body.data];
  };
  const received = async (tier: string) => {
    const before = (await ada.count({}))[0] as number;
    const id = await environment.trigger("launch", [{ type: "Topic", topicKey: "switch" }], {
      payload: { tier },
    });
    await environment.until(
      `/v1/events/trigger/${id}`,
      ({ isExpanding, waiting }) => !isExpanding && waiting === 0,
    );
    return ((await ada.count({}))[0] as number) - before;
  };
  expect([await received("gold"), await received("tin")]).toEqual([1, 0]);
  const shown = { subscriptionId: own("switch"), workflow: shownWorkflow("launch", ["shop"]) };
  const off = { enabled: false, email: false, sms: false, in_app: false, chat: false, push: false };
  expect(await change(workflow._id, off)).toEqual([200, { ...shown, enabled: false, condition: GOLD }]);
  expect(await received("gold")).toBe(0);
  expect(await change("launch", { enabled: true })).toEqual([
    200,
    { ...shown, enabled: true, condition: GOLD },
  ]);
  expect(await received("gold")).toBe(1);
  expect(await change("launch", { condition: null })).toEqual([200, { ...shown, enabled: true }]);
  expect(await received("tin")).toBe(1);
  expect((await change("nothing", { enabled: true }))[0]).toBe(404);
  expect((await change("launch", { condition: { nothing: 1 } }))[0]).toBe(422);
  expect((await ada.patch("/subscriptions/nothing/preferences/launch", { enabled: true })).status).toBe(404);
});

test("another subscriber's subscription: can be neither seen nor changed, and its identifier not taken", async () => {
  const made = await bob.post(path("private"), { identifier: "bobs", name: "Bob's" });
  expect([made.status, made.body.data.identifier]).toEqual([201, "bobs"]);
  for (const identifier of ["bobs", made.body.data.id, own("private", "bob")]) {
    expect((await ada.get(path("private", identifier))).status).toBe(204);
    expect((await ada.patch(path("private", identifier), { name: "Ada's" })).status).toBe(404);
    expect((await ada.delete(path("private", identifier))).status).toBe(404);
    const changed = await ada.patch(`/subscriptions/${encodeURIComponent(identifier)}/preferences/launch`, {
      enabled: false,
    });
    expect(changed.status).toBe(404);
  }
  expect((await ada.post(path("private"), { identifier: "bobs" })).status).toBe(409);
  expect((await ada.post(path("private"), { identifier: own("private", "bob") })).status).toBe(422);
  expect((await ada.get(path("private"))).body).toEqual({ data: [] });
  expect(await membersOf("private")).toEqual(["bob"]);
  expect((await bob.get(path("private", "bobs"))).body.data.name).toBe("Bob's");
});

test("a subscription that exists: keeps its identifier; a second one with another identifier is a conflict", async () => {
  const named = await ada.post(path("twice"), { identifier: "first" });
  expect(named.body.data.identifier).toBe("first");
  const again = await ada.post(path("twice"), { identifier: "first", preferences: ["launch"] });
  expect([again.status, again.body.data.id, again.body.data.preferences.length]).toEqual([
    201,
    named.body.data.id,
    1,
  ]);
  expect((await ada.get(path("twice", own("twice")))).body.data.id).toBe(named.body.data.id);
  const second = await ada.post(path("twice"), { identifier: "second", preferences: [] });
  expect([second.status, second.body.message]).toEqual([409, expect.stringContaining("first")]);
  expect((await ada.get(path("twice", "first"))).body.data.preferences).toHaveLength(1);
});

test("a subscription made with an API key: is the session's by its default identifier, in every context", async () => {
  await environment.post("/v2/topics/keyed/subscriptions", { subscriptions: ["ada"] });
  const [{ id }] = (await ada.get(path("keyed"))).body.data;
  for (const identifier of [own("keyed"), `${own("keyed")}:ctx_tenant:acme`, id]) {
    const found = await ada.get(path("keyed", identifier));
    expect(found.body.data).toEqual({ id, identifier: own("keyed"), preferences: [] });
  }
  expect((await ada.get(path("keyed", "other"))).status).toBe(204);
});

test("wrong input: is refused with the one error shape, and creates no topic", async () => {
  for (const [body, status] of [
    [{ preferences: ["nothing"] }, 404],
    [{ preferences: [{ filter: { tags: "ops" } }] }, 422],
    [{ preferences: "launch" }, 422],
    [{ name: 7 }, 422],
  ] as const) {
    const refused = await ada.post(path("refused"), body);
    expect([refused.status, refused.body.statusCode]).toEqual([status, status]);
  }
  expect((await ada.post(path("a%20b"), {})).status).toBe(422);
  expect((await environment.get("/v2/topics/refused")).status).toBe(404);
});
