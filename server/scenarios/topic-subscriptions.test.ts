import { beforeAll, expect, test } from "vitest";
import { inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** Preferences of subscriptions to topics: which triggers reach a subscriber through which topic. */

const service = await useTestService();
let environment: TestEnvironment;

const topic = (topicKey: string) => ({ type: "Topic", topicKey });
const GOLD = { "==": [{ var: "payload.tier" }, "gold"] };

beforeAll(async () => {
  environment = await service.newEnvironment();
  await environment.given.workflow("launch", [inApp("Launch")], { tags: ["shop"] });
  await environment.given.workflow("sale", [inApp("Sale")], { tags: ["shop"] });
});

async function subscribe(topicKey: string, subscriptions: unknown[], preferences?: unknown[]): Promise<void> {
  const body = { subscriptions, ...(preferences ? { preferences } : {}) };
  const answer = await environment.post(`/v2/topics/${topicKey}/subscriptions`, body);
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
}

async function send(name: string, to: unknown, payload: object = {}, more: object = {}): Promise<string> {
  const { status, body } = await environment.post("/v1/events/trigger", { name, to, payload, ...more });
  expect(status).toBe(201);
  return body.transactionId;
}

async function report(transactionId: string): Promise<any> {
  return environment.until(
    `/v1/events/trigger/${transactionId}`,
    ({ isExpanding, waiting }) => !isExpanding && waiting === 0,
  );
}

const reached = async (transactionId: string): Promise<string[]> => {
  await report(transactionId);
  const { data } = (await environment.get(`/v1/messages?limit=100&transactionId=${transactionId}`)).body;
  return data.map((one: any) => one.subscriber.subscriberId).sort();
};

async function members(...subscriberIds: string[]): Promise<void> {
  for (const id of subscriberIds)
    await environment.given.subscriber(id, { firstName: id, data: { plan: id } });
}

test("a subscription with a disabled workflow: is not notified of it, and the report counts it", async () => {
  await members("ada", "bob", "cleo");
  await subscribe("red", ["ada", "bob", "cleo"]);
  await subscribe("red", ["bob"], [{ workflowId: "launch", enabled: false }]);
  await subscribe("red", ["cleo"], ["launch"]);
  const id = await send("launch", [topic("red")]);
  expect(await reached(id)).toEqual(["ada", "cleo"]);
  expect(await report(id)).toMatchObject({
    recipients: 3,
    delivered: 2,
    skipped: { filtered_by_subscription: 1 },
  });
  expect(await reached(await send("sale", [topic("red")]))).toEqual(["ada", "bob", "cleo"]);
});

test("a condition over payload, subscriber, actor, context and workflow: decides about each trigger", async () => {
  await members("rich", "poor", "boss");
  const conditions: [string, object, object][] = [
    ["payload", GOLD, { tier: "gold" }],
    ["subscriber", { "==": [{ var: "subscriber.data.plan" }, "rich"] }, {}],
    ["actor", { "==": [{ var: "actor.firstName" }, "boss"] }, {}],
    ["context", { "==": [{ var: "context.tenant.data.plan" }, "free"] }, {}],
    ["workflow", { in: ["shop", { var: "workflow.tags" }] }, {}],
  ];
  const more = { actor: "boss", context: { tenant: { id: "acme", data: { plan: "free" } } } };
  for (const [key, condition, payload] of conditions) {
    await subscribe(key, ["rich", "poor"], [{ workflowId: "launch", condition }]);
    const expected = key === "subscriber" ? ["rich"] : ["poor", "rich"];
    expect([key, await reached(await send("launch", [topic(key)], payload, more))]).toEqual([key, expected]);
  }
  const nobody = { actor: "poor", context: { tenant: { id: "big", data: { plan: "paid" } } } };
  for (const key of ["payload", "actor", "context"]) {
    expect(await reached(await send("launch", [topic(key)], { tier: "silver" }, nobody))).toEqual([]);
  }
});

test("a member named directly, or of another topic that lets the workflow through: is notified once", async () => {
  await members("dan", "eve", "fay");
  await subscribe("closed", ["dan", "eve", "fay"], [{ workflowId: "launch", enabled: false }]);
  await subscribe("gold", ["dan"], [{ workflowId: "launch", condition: GOLD }]);
  await subscribe("open", ["eve"]);
  const all = [topic("closed"), topic("gold"), topic("open")];
  const named = await send("launch", ["fay", ...all], { tier: "none" });
  expect(await reached(named)).toEqual(["eve", "fay"]);
  expect(await report(named)).toMatchObject({ recipients: 3, skipped: { filtered_by_subscription: 1 } });
  expect(await reached(await send("launch", all, { tier: "gold" }))).toEqual(["dan", "eve"]);
});

test("a critical workflow: reaches every member, and its preference cannot be set", async () => {
  await members("gil");
  await environment.given.workflow("siren", [inApp("Fire")], { tags: ["ops"] });
  await subscribe("alarms", ["gil"], [{ workflowId: "siren", enabled: false }]);
  expect(await reached(await send("siren", [topic("alarms")]))).toEqual([]);
  const { body: siren } = await environment.get("/v2/workflows/siren");
  const critical = {
    user: { all: { enabled: true, readOnly: true } },
    workflow: { all: { enabled: true, readOnly: true } },
  };
  const changed = await environment.put("/v2/workflows/siren", { ...siren, preferences: critical });
  expect(changed.status).toBe(200);
  expect(await reached(await send("siren", [topic("alarms")]))).toEqual(["gil"]);
  const path = "/v2/topics/alarms/subscriptions/tk_alarms:si_gil";
  const refused = await environment.patch(path, { preferences: [{ workflowId: "siren", enabled: false }] });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("siren")]);
  const filtered = await environment.patch(path, {
    preferences: [{ filter: { tags: ["ops"] }, enabled: false }],
  });
  expect([filtered.status, filtered.body.preferences]).toEqual([200, []]);
});

test("an explanation: names the members that their subscription leaves out", async () => {
  await members("hal", "ida");
  await subscribe("explained", ["hal"], [{ workflowId: "launch", condition: GOLD }]);
  await subscribe("explained", ["ida"]);
  const explain = async (tier: string) =>
    (
      await environment.post("/v1/events/trigger/explain", {
        name: "launch",
        to: [topic("explained")],
        payload: { tier },
      })
    ).body;
  const silver = await explain("silver");
  expect(silver.recipients.map((one: any) => one.subscriberId)).toEqual(["ida"]);
  expect(silver.filteredBySubscription).toEqual(["hal"]);
  expect((await explain("gold")).filteredBySubscription).toEqual([]);
});

test("a condition with too much work: leaves its member out, and the others are notified", async () => {
  await members("jon", "kim");
  const search = { in: [{ var: "payload.part" }, { var: "payload.text" }] };
  await subscribe("heavy", ["jon"], [{ workflowId: "launch", condition: search }]);
  await subscribe("heavy", ["kim"]);
  const payload = { part: "x".repeat(50_000), text: "y".repeat(100_000) };
  expect(await reached(await send("launch", [topic("heavy")], payload))).toEqual(["kim"]);
});

test("conditions that need much work together: are evaluated in several shares, each member once", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `w${index}`);
  await members(...names);
  // 15 million units for each member, and a share has 200 million. The subscriber makes each evaluation different.
  const absent = { "!": { in: [{ var: "payload.part" }, { var: "payload.text" }] } };
  const condition = { and: [absent, { "!=": [{ var: "subscriber.firstName" }, "w7"] }] };
  await subscribe("work", names, [{ workflowId: "launch", condition }]);
  const payload = { part: "x".repeat(150), text: "y".repeat(100_000) };
  const id = await send("launch", [topic("work")], payload);
  expect(await reached(id)).toHaveLength(39);
  expect(await report(id)).toMatchObject({
    recipients: 40,
    delivered: 39,
    skipped: { filtered_by_subscription: 1 },
  });
});

test("preferences that cannot be stored: are refused, and nothing is changed", async () => {
  await members("leo");
  const deep = {
    and: Array.from({ length: 200 }, () => ({ "==": [{ var: "payload.a" }, "b".repeat(400)] })),
  };
  const refusals: [unknown[], number][] = [
    [["nothing"], 404],
    [[{ filter: { workflowIds: ["nothing"] } }], 404],
    [[{ workflowId: "launch", condition: { "===": [1] } }], 422],
    [[{ workflowId: "launch", condition: { a: 1, b: 2 } }], 422],
    [[{ workflowId: "launch", condition: deep }], 422],
    [[{ enabled: true }], 422],
    [[7], 422],
    [Array(101).fill("launch"), 422],
  ];
  for (const [preferences, status] of refusals) {
    const answer = await environment.post("/v2/topics/refused/subscriptions", {
      subscriptions: ["leo"],
      preferences,
    });
    expect([preferences[0], answer.status]).toEqual([preferences[0], status]);
  }
  expect((await environment.get("/v2/topics/refused")).status).toBe(404);
});

test("a topic of 1,200 members with conditions: is expanded in parts, and each member is counted once", async () => {
  const names = Array.from({ length: 1_200 }, (_, index) => `m${index}`);
  for (let from = 0; from < names.length; from += 100) {
    const part = names.slice(from, from + 100);
    const created = await environment.post("/v1/subscribers/bulk", {
      subscribers: part.map((subscriberId) => ({ subscriberId })),
    });
    expect(created.status).toBe(201);
    await subscribe("big", part, from % 200 === 0 ? [{ workflowId: "launch", condition: GOLD }] : undefined);
  }
  const id = await send("launch", [topic("big")], { tier: "silver" });
  expect(await report(id)).toMatchObject({
    recipients: 1_200,
    delivered: 600,
    skipped: { filtered_by_subscription: 600 },
  });
});
