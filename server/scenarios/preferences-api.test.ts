import { describe, expect, test } from "vitest";
import { SCHEDULE, seedPreferences } from "../testing/preference-setup.ts";
import { inApp, sms } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/** What subscribers choose to receive, read and updated over HTTP. */

const service = await useTestService();

const PATH = "/v2/subscribers/ada/preferences";
const seeded = async () => seedPreferences(await service.newEnvironment("bare"));
const channelsOf = (body: any) =>
  Object.fromEntries(body.workflows.map((one: any) => [one.workflow.identifier, one.channels]));

describe("a subscriber without preferences", () => {
  test("defaults: everything is enabled, and only channels in use are listed", async () => {
    const { environment, orders } = await seeded();
    const { status, body } = await environment.get(PATH);
    expect(status).toBe(200);
    expect(body.global).toEqual({ enabled: true, channels: { in_app: true, email: true, sms: true } });
    const { slug, name, updatedAt } = orders;
    expect(body.workflows).toHaveLength(2);
    expect(body.workflows[0]).toEqual({
      enabled: true,
      channels: { in_app: true, email: true },
      overrides: [],
      workflow: { slug, identifier: "orders", name, updatedAt },
    });
  });

  test("critical workflows: are listed on request; inactive ones never", async () => {
    const { environment } = await seeded();
    await environment.patch("/v2/workflows/news", { active: false });
    const listed = async (criticality: string) =>
      Object.keys(channelsOf((await environment.get(`${PATH}?criticality=${criticality}`)).body));
    expect(await listed("nonCritical")).toEqual(["orders"]);
    expect(await listed("critical")).toEqual(["alarm"]);
    expect(await listed("all")).toEqual(["orders", "alarm"]);
    expect((await environment.get(`${PATH}?criticality=some`)).status).toBe(422);
  });

  test("defaults: follow the workflow's own preferences", async () => {
    const { environment } = await seeded();
    const preferences = {
      workflow: { channels: { sms: { enabled: false } } },
      user: { all: { enabled: false }, channels: { in_app: { enabled: true } } },
    };
    await environment.given.workflow("quiet", [inApp("x"), sms("x")], { preferences });
    await environment.given.workflow("silent", [sms("x")], {
      preferences: { workflow: preferences.workflow },
    });
    const { body } = await environment.get(PATH);
    const [quiet, silent] = body.workflows.slice(2);
    expect(quiet).toMatchObject({ enabled: true, channels: { in_app: true, sms: false } });
    expect(quiet.overrides).toEqual(["in_app", "sms"].map((channel) => ({ channel, source: "template" })));
    expect(silent).toMatchObject({ enabled: false, channels: { sms: false }, overrides: [] });
  });
});

describe("updating preferences", () => {
  test("one workflow, by identifier, id or slug: the others stay as they are", async () => {
    const { environment, orders } = await seeded();
    const names = [orders.workflowId, orders._id, orders.slug];
    for (const [index, workflowId] of names.entries()) {
      const channels = { email: index % 2 === 1 };
      const { status, body } = await environment.patch(PATH, { workflowId, channels });
      expect(status).toBe(200);
      const ofOrders = { in_app: true, ...channels };
      expect(channelsOf(body)).toEqual({ orders: ofOrders, news: { email: true, sms: true } });
      expect(body.workflows[0].overrides).toEqual([{ channel: "email", source: "subscriber" }]);
      expect(Date.parse(body.workflows[0].updatedAt)).not.toBeNaN();
      expect(body.workflows[1].updatedAt).toBeUndefined();
      expect((await environment.get(PATH)).body).toEqual(body);
    }
  });

  test("a subscriber: can enable what the workflow disabled", async () => {
    const { environment } = await seeded();
    const preferences = { user: { all: { enabled: false } } };
    await environment.given.workflow("quiet", [inApp("x"), sms("x")], { preferences });
    const { body } = await environment.patch(PATH, { workflowId: "quiet", channels: { sms: true } });
    expect(channelsOf(body).quiet).toEqual({ in_app: false, sms: true });
  });

  test("all workflows: replaces the choices for single workflows, for the given channels only", async () => {
    const { environment } = await seeded();
    await environment.patch(PATH, { workflowId: "orders", channels: { email: true, in_app: false } });
    await environment.patch(PATH, { workflowId: "news", channels: { email: true } });
    const { body } = await environment.patch(PATH, { channels: { email: false, push: false } });
    expect(body.global).toEqual({ enabled: true, channels: { in_app: true, email: false, sms: true } });
    expect(channelsOf(body)).toEqual({
      orders: { in_app: false, email: false },
      news: { email: false, sms: true },
    });
    expect(body.workflows[1].updatedAt).toBeUndefined();
    const { body: after } = await environment.patch(PATH, { workflowId: "news", channels: { email: true } });
    expect(channelsOf(after).news).toEqual({ email: true, sms: true });
  });

  test("schedule: is stored, also with a workflowId; empty channels change nothing", async () => {
    const { environment } = await seeded();
    const { body } = await environment.patch(PATH, { schedule: { ...SCHEDULE, extra: 1 } });
    expect(body.global.schedule).toEqual(SCHEDULE);
    const off = { isEnabled: false };
    const more = { workflowId: "orders", channels: {}, context: { region: "eu" } };
    const { body: after } = await environment.patch(PATH, { schedule: off, ...more });
    expect(after).toEqual({ ...body, global: { ...body.global, schedule: off } });
    expect((await environment.patch(PATH, {})).body).toEqual(after);
  });

  test.each<[string, object]>([
    ["an invalid time", { monday: { isEnabled: true, hours: [{ start: "25:00", end: "05:30 PM" }] } }],
    ["an unknown day", { mondey: { isEnabled: true } }],
    ["a day without isEnabled", { monday: { hours: [] } }],
  ])("given a schedule with %s, the update is refused", async (_, weeklySchedule) => {
    const { environment } = await seeded();
    const update = { channels: { email: false }, schedule: { isEnabled: true, weeklySchedule } };
    const { status, body } = await environment.patch(PATH, update);
    expect([status, Object.keys(body.errors)[0]]).toEqual([422, expect.stringMatching(/^schedule/)]);
    expect((await environment.get(PATH)).body.global).toEqual({
      enabled: true,
      channels: { in_app: true, email: true, sms: true },
    });
  });

  test("a critical workflow: cannot be changed", async () => {
    const { environment } = await seeded();
    const { status, body } = await environment.patch(PATH, { workflowId: "alarm", channels: { sms: false } });
    expect([status, body.message]).toEqual([400, "Critical workflows with ids: alarm cannot be updated"]);
    await environment.patch(PATH, { channels: { sms: false } });
    const { body: all } = await environment.get(`${PATH}?criticality=all`);
    expect(channelsOf(all)).toMatchObject({ alarm: { sms: true }, news: { sms: false } });
  });
});

describe("updating preferences in bulk", () => {
  test("a bulk update: answers each workflow once, in the order of the request", async () => {
    const { environment, orders } = await seeded();
    const preferences = [
      { workflowId: "news", channels: { email: false } },
      { workflowId: "orders", channels: { email: false, in_app: false } },
      { workflowId: orders._id, channels: { email: true } },
    ];
    const { status, body } = await environment.patch(`${PATH}/bulk`, { preferences });
    expect(status).toBe(200);
    expect(body.map((one: any) => [one.workflow.identifier, one.channels])).toEqual([
      ["news", { email: false, sms: true }],
      ["orders", { email: true, in_app: false }],
    ]);
    const { _id: id, name } = orders;
    const workflow = { id, identifier: "orders", name, critical: false, tags: [], severity: "none" };
    expect(body[1]).toMatchObject({ level: "template", enabled: true, workflow });
  });

  test.each<[string, number, object[]]>([
    ["more than 100 items", 422, Array(101).fill({ workflowId: "news", channels: { email: false } })],
    ["no items", 422, []],
    [
      "an unknown workflow",
      404,
      ["news", "nowhere"].map((workflowId) => ({ workflowId, channels: { email: false } })),
    ],
    [
      "a critical workflow",
      400,
      ["news", "alarm"].map((workflowId) => ({ workflowId, channels: { sms: false } })),
    ],
  ])("given %s, the bulk update is refused and changes nothing", async (_, refusal, preferences) => {
    const { environment } = await seeded();
    const before = (await environment.get(`${PATH}?criticality=all`)).body;
    expect((await environment.patch(`${PATH}/bulk`, { preferences })).status).toBe(refusal);
    expect((await environment.get(`${PATH}?criticality=all`)).body).toEqual(before);
  });
});

test("given a deleted subscriber, the answer is 404, and a new one with its id starts afresh", async () => {
  const { environment } = await seeded();
  const channels = { email: false };
  await environment.patch(PATH, { channels });
  await environment.delete("/v2/subscribers/ada");
  for (const { status, body } of [
    await environment.get(PATH),
    await environment.patch(PATH, { channels }),
    await environment.patch(`${PATH}/bulk`, { preferences: [{ workflowId: "news", channels }] }),
  ]) {
    expect([status, body.message]).toEqual([404, "Subscriber: ada was not found"]);
  }
  await environment.given.subscriber("ada");
  expect((await environment.get(PATH)).body.global.channels.email).toBe(true);
});
