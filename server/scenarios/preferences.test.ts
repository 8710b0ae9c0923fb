import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { custom, delay, digest, email, inApp, lasting, throttle } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt } from "../testing/virtual-time.ts";

const service = await useTestService();

const NOON = "2026-06-01T12:00:00.000Z";
const BY_WORKFLOW = "Step filtered by subscriber workflow preferences";
const BY_GLOBAL = "Step filtered by subscriber global preferences";
const BY_USER = "Step filtered by user preferences";
const BY_CODE = "Step filtered by workflow preferences";

async function run(environment: TestEnvironment, workflowId: string): Promise<any> {
  return endOf(environment, await environment.given.trigger(workflowId, {}, { to: ada }));
}

test("given a channel the subscriber disabled, its step is canceled and the detail names the layer", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [inApp("x"), email("y")]);
  await environment.given.preference("ada", { channels: { email: false } });
  const ofAll = await run(environment, "news");
  expect(statusesOf(ofAll)).toEqual(["completed", "canceled"]);
  expect(detailsOf(ofAll.jobs[1]).at(-1)).toBe(BY_GLOBAL);
  expect(JSON.parse(ofAll.jobs[1].executionDetails.at(-1).raw).channels).toMatchObject({ email: false });
  await environment.given.preference("ada", { workflowId: "news", channels: { email: true, in_app: false } });
  const ofWorkflow = await run(environment, "news");
  expect(statusesOf(ofWorkflow)).toEqual(["canceled", "completed"]);
  expect(detailsOf(ofWorkflow.jobs[0]).at(-1)).toBe(BY_WORKFLOW);
  await environment.given.preference("ada", { channels: { email: false } });
  expect(detailsOf((await run(environment, "news")).jobs[1]).at(-1)).toBe(BY_GLOBAL);
});

test("given a channel the workflow disabled, the subscriber can enable it again", async () => {
  const environment = await frozenAt(service, NOON);
  const off = { all: { enabled: true }, channels: { email: { enabled: false } } };
  for (const [name, preferences, detail] of [
    ["people", { user: off }, BY_USER],
    ["code", { user: null, workflow: off }, BY_CODE],
  ] as const) {
    await environment.given.workflow(name, [inApp("x"), email("y")], { preferences });
    const before = await run(environment, name);
    expect(statusesOf(before)).toEqual(["completed", "canceled"]);
    expect(detailsOf(before.jobs[1]).at(-1)).toBe(detail);
    await environment.given.preference("ada", { workflowId: name, channels: { email: true } });
    expect(statusesOf(await run(environment, name))).toEqual(["completed", "completed"]);
  }
});

const WAITS = [
  ["delay", delay(lasting(1, "hours"))],
  ["digest", digest(lasting(1, "hours"))],
] as const;

test.each(WAITS)(
  "given a run waiting in a %s, the steps after it follow the preferences of that time",
  async (_name, wait) => {
    const environment = await frozenAt(service, NOON);
    await environment.given.workflow("later", [
      email("before"),
      wait,
      { ...email("after"), stepId: "after" },
    ]);
    const off = await environment.given.trigger("later", {}, { to: ada });
    await environment.given.preference("ada", { channels: { email: false } });
    await advance(environment, 1, "hours");
    const stopped = await endOf(environment, off);
    expect(statusesOf(stopped)).toEqual(["completed", "completed", "canceled"]);
    expect(detailsOf(stopped.jobs[2]).at(-1)).toBe(BY_GLOBAL);
    const on = await environment.given.trigger("later", {}, { to: ada });
    await environment.given.preference("ada", { workflowId: "later", channels: { email: true } });
    await advance(environment, 1, "hours");
    expect(statusesOf(await endOf(environment, on))).toEqual(["canceled", "completed", "completed"]);
  },
);

test.each([
  ["its users", { user: { all: { enabled: true, readOnly: true } } }],
  ["its code", { user: null, workflow: { all: { enabled: true, readOnly: true } } }],
])(
  "given a workflow that %s mark critical, it is sent although the subscriber disabled all",
  async (_name, preferences) => {
    const environment = await frozenAt(service, NOON);
    await environment.given.workflow("alarm", [delay(lasting(1, "hours")), inApp("x"), email("y")], {
      preferences,
    });
    const id = await environment.given.trigger("alarm", {}, { to: ada });
    await environment.given.preference("ada", { channels: { email: false, in_app: false } });
    const refused = { workflowId: "alarm", channels: { email: false } };
    expect((await environment.patch("/v2/subscribers/ada/preferences", refused)).status).toBe(400);
    await advance(environment, 1, "hours");
    const alarm = await endOf(environment, id);
    expect(statusesOf(alarm)).toEqual(["completed", "completed", "completed"]);
    expect(alarm.critical).toBe(true);
  },
);

test("given preferences that disable all channels, steps without a channel still run", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.preference("ada", {
    channels: { email: false, in_app: false, sms: false, push: false, chat: false },
  });
  await environment.given.workflow("quiet", [
    custom({ a: 1 }, "own"),
    throttle(lasting(1, "hours"), "few"),
    digest(lasting(1, "hours")),
    delay(lasting(1, "hours")),
    inApp("x"),
  ]);
  const id = await environment.given.trigger("quiet", {}, { to: ada });
  await advance(environment, 2, "hours");
  expect(statusesOf(await endOf(environment, id))).toEqual([...Array(4).fill("completed"), "canceled"]);
});
