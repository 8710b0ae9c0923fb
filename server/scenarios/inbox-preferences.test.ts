import { beforeEach, expect, test } from "vitest";
import { SCHEDULE, seedPreferences } from "../testing/preference-setup.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { openInbox, type TestInbox } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";

/** The preferences of an inbox: the same as those with an API key, in the shapes of a browser's client. */

const service = await useTestService();
let environment: TestEnvironment;
let inbox: TestInbox;

beforeEach(async () => {
  environment = await service.newEnvironment("test");
  await seedPreferences(environment);
  inbox = await openInbox(service.url, environment, "ada");
});

const listed = async (query = "") => (await inbox.get(`/preferences${query}`)).body.data;
const names = async (query = "") => (await listed(query)).map((one: any) => one.workflow?.identifier);
const byKey = async () => (await environment.get("/v2/subscribers/ada/preferences")).body;

test("the list: all workflows together, then each one that is not critical", async () => {
  const [global, ...workflows] = await listed();
  expect(global).toEqual({
    level: "global",
    enabled: true,
    channels: { in_app: true, email: true, sms: true },
  });
  const orders = workflows.find((one: any) => one.workflow.identifier === "orders");
  expect(orders).toEqual({
    level: "template",
    enabled: true,
    channels: { in_app: true, email: true },
    overrides: [],
    workflow: {
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      identifier: "orders",
      name: "orders",
      critical: false,
      tags: [],
      severity: "none",
    },
  });
  expect(await names()).toEqual(expect.arrayContaining([undefined, "orders", "news"]));
  expect(await names()).not.toContain("alarm");
  expect(await names("?criticality=critical")).toEqual([undefined, "alarm"]);
  expect(await names("?criticality=all")).toContain("alarm");
});

test("the list is filtered by tags and severities", async () => {
  const steps = [{ name: "Inbox", type: "in_app", stepId: "inbox", controlValues: { body: "x" } }];
  await environment.given.workflow("tagged", steps, { tags: ["promo", "fun"], severity: "high" });
  expect(await names("?tags[]=promo&tags[]=nothing")).toEqual([undefined, "tagged"]);
  expect(await names("?severity=high")).toEqual([undefined, "tagged"]);
  expect(await names("?severity[]=none&tags[]=promo")).toEqual([undefined]);
});

test("one workflow: by id, identifier and slug; the answer and the API by key agree", async () => {
  const [, { workflow }] = await listed();
  const { workflows } = await byKey();
  const { slug } = workflows.find((one: any) => one.workflow.identifier === workflow.identifier).workflow;
  for (const [name, email] of [
    [workflow.id, false],
    [workflow.identifier, true],
    [slug, false],
  ]) {
    const { status, body } = await inbox.patch(`/preferences/${name}`, { email });
    expect([status, body.data.level, body.data.channels.email]).toEqual([200, "template", email]);
    expect(body.data.overrides).toEqual([{ channel: "email", source: "subscriber" }]);
  }
  const stored = (await byKey()).workflows.find((one: any) => one.workflow.slug === slug);
  expect(stored.channels.email).toBe(false);
});

test("all workflows: channels and schedule; replaces single choices; an unknown channel has no effect", async () => {
  await inbox.patch("/preferences/orders", { email: true });
  const changed = await inbox.patch("/preferences", { email: false, tool: false, schedule: SCHEDULE });
  expect(changed).toMatchObject({
    status: 200,
    body: { data: { level: "global", channels: { email: false, in_app: true }, schedule: SCHEDULE } },
  });
  expect(changed.body.data.channels).not.toHaveProperty("tool");
  expect((await inbox.get("/preferences/global")).body).toEqual(changed.body);
  const { global, workflows } = await byKey();
  expect(global.schedule).toEqual(changed.body.data.schedule);
  expect(workflows.every((one: any) => one.channels.email === false)).toBe(true);
});

test("many workflows: completely or not at all", async () => {
  const bulk = (...preferences: object[]) => inbox.patch("/preferences/bulk", { preferences });
  const done = await bulk({ workflowId: "orders", email: false }, { workflowId: "news", sms: false });
  expect(done.body.data.map((one: any) => [one.workflow.identifier, one.channels])).toEqual([
    ["orders", { in_app: true, email: false }],
    ["news", { email: true, sms: false }],
  ]);
  const before = await byKey();
  for (const [workflowId, status] of [
    ["unknown", 404],
    ["alarm", 400],
  ]) {
    const refused = await bulk({ workflowId: "orders", email: true }, { workflowId, sms: false });
    expect(refused.status).toBe(status);
    expect((await inbox.patch(`/preferences/${workflowId}`, { sms: false })).status).toBe(status);
  }
  expect((await bulk()).status).toBe(422);
  const weeklySchedule = { monday: { isEnabled: true, hours: [{ start: "25:00", end: "x" }] } };
  const schedule = { isEnabled: true, weeklySchedule };
  expect((await inbox.patch("/preferences", { email: true, schedule })).status).toBe(422);
  expect(await byKey()).toEqual(before);
});

test("a switched-off channel is not delivered; other subscribers keep theirs", async () => {
  await environment.given.subscriber("bob");
  await inbox.patch("/preferences/orders", { in_app: false });
  for (const subscriberId of ["ada", "bob"]) {
    await environment.given.trigger("orders", {}, { to: subscriberId });
  }
  const bob = await openInbox(service.url, environment, "bob");
  expect(await inbox.list()).toEqual([]);
  expect(await bob.list()).toHaveLength(1);
});
