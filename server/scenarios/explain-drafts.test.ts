import { expect, test } from "vitest";
import { environmentRows } from "../testing/environment-rows.ts";
import { delay, digest, email, inApp, lasting, step } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { frozenAt, goTo } from "../testing/virtual-time.ts";

const service = await useTestService();

/** Explanations of drafts that are not stored, and of other moments. */

const NIGHT = "2026-03-27T20:00:00.000Z";
const STORED = [delay(lasting(2, "hours")), inApp("stored {{ payload.thing }}")];

const drafted = (steps: readonly object[], more: object = {}) => ({
  workflow: { name: "x", steps, ...more },
});

async function prepared(): Promise<TestEnvironment> {
  const environment = await frozenAt(service, NIGHT);
  await environment.given.subscriber("ada", {
    firstName: "Ada",
    email: "ada@example.com",
    timezone: "Europe/Berlin",
  });
  await environment.given.workflow("news", STORED);
  return environment;
}

const ask = (environment: TestEnvironment, more: object = {}) =>
  environment.post("/v1/events/trigger/explain", {
    ...{ name: "news", to: "ada", payload: { thing: "book" } },
    ...more,
  });

async function explain(environment: TestEnvironment, more: object = {}) {
  const { status, body } = await ask(environment, more);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}

/** Without the ids, which are made up for each explanation. */
const comparable = (explanation: any) =>
  JSON.parse(JSON.stringify(explanation).replace(/(\\"id\\":\\")[0-9a-f]{24}/g, "$1…"));

const contents = ({ recipients: [{ steps }] }: any): string[] =>
  steps.flatMap(({ messages }: any) => messages.map(({ content }: any) => content));

test("given a draft, it is explained in place of the stored workflow, and no row changes", async () => {
  const environment = await prepared();
  await explain(environment);
  const before = await environmentRows(service.database, environment.id);
  const workflow = { name: "Draft", steps: [...STORED, email("draft {{ steps.wait.duration }}")] };
  const explained = await explain(environment, { workflow });
  expect(contents(explained)).toEqual(["stored book", expect.stringContaining("draft 7200000")]);
  expect(explained.workflow).toMatchObject({ workflowId: "news", name: "Draft", version: 2 });
  expect(contents(await explain(environment))).toEqual(["stored book"]);
  expect(await environmentRows(service.database, environment.id)).toEqual(before);
});

test("the explanation of a draft equals that of the same workflow once it is stored", async () => {
  const environment = await prepared();
  await environment.given.trigger("news", { thing: "first" });
  const skip = { "==": [{ var: "payload.thing" }, "other"] };
  const steps = [
    digest({ ...lasting(1, "hours"), digestKey: "thing" }),
    { ...inApp("{{ steps.collect.eventCount }} {{ subscriber.firstName }}"), stepId: "count" },
    step("in_app", "never", { subject: "a", body: "b", skip }),
    step("delay", "morning", { type: "timed", cron: "0 9 * * *" }),
    ...STORED,
    email("{{ payload.thing | nofilter }}"),
  ];
  const workflow = { name: "News", steps, severity: "high", tags: ["a"] };
  const draft = await explain(environment, { workflow });
  expect((await environment.put("/v2/workflows/news", workflow)).status).toBe(200);
  const stored = await explain(environment);
  expect(stored.recipients[0].steps.length).toBeGreaterThan(1);
  expect(comparable(draft)).toEqual(comparable(stored));
  expect(comparable(await explain(environment, { workflow }))).toEqual(comparable(stored));
});

test("a draft of a workflow that is not stored is explained; the inactive or empty one starts nothing", async () => {
  const environment = await prepared();
  const workflow = { name: "New one", steps: [inApp("new {{ payload.thing }}")] };
  const explained = await explain(environment, { name: "new-one", workflow });
  expect(contents(explained)).toEqual(["new book"]);
  expect(explained.workflow).toMatchObject({ workflowId: "new-one", version: 1 });
  expect((await environment.get("/v2/workflows/new-one")).status).toBe(404);
  expect((await ask(environment, { name: "new-one" })).status).toBe(422);
  const inactive = await explain(environment, { workflow: { ...workflow, active: false } });
  expect([inactive.status, inactive.recipients]).toEqual(["trigger_not_active", []]);
  const empty = await explain(environment, { workflow: { ...workflow, steps: [] } });
  expect([empty.status, empty.recipients]).toEqual(["no_workflow_steps_defined", []]);
});

test("payloads are checked against the schema of each draft, and of the stored workflow afterwards", async () => {
  const environment = await prepared();
  const requiring = (field: string) => ({ type: "object", required: [field] });
  const checked = (field: string) => ({
    ...{ name: "News", steps: STORED, validatePayload: true, payloadSchema: requiring(field) },
  });
  for (const field of ["thing", "other", "thing"]) {
    const { status, body } = await ask(environment, { workflow: checked(field) });
    expect([field, status]).toEqual([field, field === "thing" ? 200 : 400]);
    if (status === 400) expect(body.message).toContain("Payload validation failed");
  }
  await environment.put("/v2/workflows/news", checked("third"));
  expect((await ask(environment)).status).toBe(400);
  expect((await ask(environment, { payload: { third: 1 } })).status).toBe(200);
  expect((await ask(environment, { workflow: checked("thing") })).status).toBe(200);
  expect((await ask(environment)).status).toBe(400);
});

test("given a moment, the explanation equals the one that is asked for at that moment", async () => {
  const environment = await prepared();
  const open = { isEnabled: true, hours: [{ start: "08:00 AM", end: "05:00 PM" }] };
  const schedule = { isEnabled: true, weeklySchedule: { monday: open, sunday: open } };
  await environment.given.preference("ada", { schedule });
  const waits = delay({ ...lasting(30, "minutes"), extendToSchedule: true });
  const steps = [email("now"), waits, { ...email("{{ now }}"), stepId: "later" }];
  expect((await environment.put("/v2/workflows/news", { name: "News", steps })).status).toBe(200);
  // The clocks change in the night between the first two.
  const moments = ["2026-03-28T23:30:00.000Z", "2026-03-29T06:30:00.000Z", "2026-03-30T15:00:00.000Z"];
  const ahead: any[] = [];
  for (const at of moments) ahead.push(await explain(environment, { at }));
  expect(ahead.map(({ at }) => at)).toEqual(moments);
  const statuses = ahead.map(({ recipients: [{ steps }] }) => steps.map(({ status }: any) => status));
  expect(new Set(statuses.map(String)).size).toBeGreaterThan(1);
  for (const [index, now] of moments.entries()) {
    await goTo(environment, now);
    await settled(environment);
    expect(await explain(environment)).toEqual(ahead[index]);
  }
  const past = await explain(environment, { at: "1970-01-01T00:00:00Z" });
  expect(past.at).toBe("1970-01-01T00:00:00.000Z");
  expect((await explain(environment, { at: "8999-12-31T23:59:59Z" })).status).toBe("processed");
});

test.each([
  ["a text that is no moment", { at: "yesterday" }, 422, "at"],
  ["a day that does not exist", { at: "2026-02-31T00:00:00Z" }, 422, "at"],
  ["a moment before 1970", { at: "1969-12-31T23:59:59Z" }, 422, "at"],
  ["a moment after 8999", { at: "9999-12-31T23:59:59Z" }, 422, "at"],
  ["a number as moment", { at: 5 }, 422, "at"],
  ["null as draft", { workflow: null }, 422, "workflow"],
  ["a draft without steps", { workflow: { name: "x" } }, 422, "workflow.steps"],
  ["an unknown step type", drafted([{ name: "a", type: "fax" }]), 422, "workflow.steps.0.type"],
  ["two steps of one stepId", drafted([inApp("a"), inApp("b")]), 422, "workflow.steps.1.stepId"],
  ["21 steps", drafted(Array(21).fill(inApp("a"))), 400, undefined],
  ["an unusable schema", drafted(STORED, { payloadSchema: { type: "nonsense" } }), 400, undefined],
])("refused, and nothing changes: %s", async (_, more, status, field) => {
  const environment = await prepared();
  const before = await environmentRows(service.database, environment.id);
  const answer = await ask(environment, more);
  expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)]);
  if (field) expect(Object.keys(answer.body.errors)).toContain(field);
  expect(await environmentRows(service.database, environment.id)).toEqual(before);
});

test("drafts of slow texts are answered, and another environment does not wait for them", async () => {
  const [greedy, other] = [await prepared(), await prepared()];
  const slow = (n: number) =>
    `{% for a in (1..999) %}{% for b in (1..9999) %}{{ payload.thing | append: ${n} }}{% endfor %}{% endfor %}`;
  const steps = Array.from({ length: 20 }, (_, n) => ({ ...inApp(slow(n)), name: `s${n}`, stepId: `s${n}` }));
  // A thread is ready before the attack.
  await explain(other);
  const ended: string[] = [];
  const attacks = Array.from({ length: 4 }, async () => {
    const { status } = await ask(greedy, { workflow: { name: "Slow", steps } });
    ended.push("slow draft");
    return status;
  });
  const served = await explain(other);
  ended.push("other environment");
  expect(contents(served)).toEqual(["stored book"]);
  for (const status of await Promise.all(attacks)) expect([200, 503]).toContain(status);
  expect(ended).toHaveLength(5);
  expect(ended.indexOf("other environment")).toBeLessThan(4);
});
