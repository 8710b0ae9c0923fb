import { expect, test } from "vitest";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, begin, endOf, frozenAt } from "../testing/virtual-time.ts";
import {
  delay,
  detailsOf,
  digest,
  email,
  inbox,
  lasting,
  makeWorkflow,
  statusesOf,
} from "../testing/workflows.ts";

const service = await useTestService();

const NOON = "2026-06-01T12:00:00.000Z";
const ada = { subscriberId: "ada", email: "ada@example.com" };
const BY_WORKFLOW = "Step filtered by subscriber workflow preferences";
const BY_GLOBAL = "Step filtered by subscriber global preferences";
const BY_USER = "Step filtered by user preferences";
const BY_CODE = "Step filtered by workflow preferences";

async function run(environment: TestEnvironment, workflowId: string): Promise<any> {
  return endOf(environment, await begin(environment, workflowId, {}, { to: ada }));
}

async function prefer(environment: TestEnvironment, preference: object): Promise<void> {
  await environment.post("/v2/subscribers", ada);
  const { status, body } = await environment.patch("/v2/subscribers/ada/preferences", preference);
  if (status !== 200) throw new Error(JSON.stringify(body));
}

test("given a channel the subscriber disabled, its step is canceled and the detail names the layer", async () => {
  const environment = await frozenAt(service, NOON);
  await makeWorkflow(environment, "news", [inbox("x"), email("y")]);
  await prefer(environment, { channels: { email: false } });
  const ofAll = await run(environment, "news");
  expect(statusesOf(ofAll)).toEqual(["completed", "canceled"]);
  expect(detailsOf(ofAll.jobs[1]).at(-1)).toBe(BY_GLOBAL);
  expect(JSON.parse(ofAll.jobs[1].executionDetails.at(-1).raw).channels).toMatchObject({ email: false });
  await prefer(environment, { workflowId: "news", channels: { email: true, in_app: false } });
  const ofWorkflow = await run(environment, "news");
  expect(statusesOf(ofWorkflow)).toEqual(["canceled", "completed"]);
  expect(detailsOf(ofWorkflow.jobs[0]).at(-1)).toBe(BY_WORKFLOW);
  await prefer(environment, { channels: { email: false } });
  expect(detailsOf((await run(environment, "news")).jobs[1]).at(-1)).toBe(BY_GLOBAL);
});

test("given a channel the workflow disabled, the subscriber can enable it again", async () => {
  const environment = await frozenAt(service, NOON);
  const off = { all: { enabled: true }, channels: { email: { enabled: false } } };
  for (const [name, preferences, detail] of [
    ["people", { user: off }, BY_USER],
    ["code", { user: null, workflow: off }, BY_CODE],
  ] as const) {
    await makeWorkflow(environment, name, [inbox("x"), email("y")], { preferences });
    const before = await run(environment, name);
    expect(statusesOf(before)).toEqual(["completed", "canceled"]);
    expect(detailsOf(before.jobs[1]).at(-1)).toBe(detail);
    await prefer(environment, { workflowId: name, channels: { email: true } });
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
    await makeWorkflow(environment, "later", [email("before"), wait, { ...email("after"), stepId: "after" }]);
    const off = await begin(environment, "later", {}, { to: ada });
    await prefer(environment, { channels: { email: false } });
    await advance(environment, 1, "hours");
    const stopped = await endOf(environment, off);
    expect(statusesOf(stopped)).toEqual(["completed", "completed", "canceled"]);
    expect(detailsOf(stopped.jobs[2]).at(-1)).toBe(BY_GLOBAL);
    const on = await begin(environment, "later", {}, { to: ada });
    await prefer(environment, { workflowId: "later", channels: { email: true } });
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
    await makeWorkflow(environment, "alarm", [delay(lasting(1, "hours")), inbox("x"), email("y")], {
      preferences,
    });
    const id = await begin(environment, "alarm", {}, { to: ada });
    await prefer(environment, { channels: { email: false, in_app: false } });
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
  await prefer(environment, {
    channels: { email: false, in_app: false, sms: false, push: false, chat: false },
  });
  await makeWorkflow(environment, "quiet", [
    { name: "own", stepId: "own", type: "custom", controlValues: { a: 1 } },
    { name: "few", stepId: "few", type: "throttle", controlValues: lasting(1, "hours") },
    digest(lasting(1, "hours")),
    delay(lasting(1, "hours")),
    inbox("x"),
  ]);
  const id = await begin(environment, "quiet", {}, { to: ada });
  await advance(environment, 2, "hours");
  expect(statusesOf(await endOf(environment, id))).toEqual([...Array(4).fill("completed"), "canceled"]);
});
