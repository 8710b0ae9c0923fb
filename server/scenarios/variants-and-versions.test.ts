import sql from "sql-template-tag";
import { expect, test } from "vitest";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, settled } from "../testing/virtual-time.ts";
import { detailsOf, inbox, makeWorkflow, statusesOf } from "../testing/workflows.ts";

const service = await useTestService();

const equals = (field: string, value: string, on = "payload") => [
  {
    isNegated: false,
    type: "GROUP",
    value: "AND",
    children: [{ field, value, operator: "EQUAL", on }],
  },
];
const variant = (name: string, filters: object[], body: string) => ({
  name,
  filters,
  controlValues: { subject: "News", body },
});
const delay = { name: "Wait", stepId: "wait", type: "delay", controlValues: { amount: 1, unit: "days" } };

const contentsOf = async (environment: TestEnvironment, transactionId: string) => {
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  return body.data.map(({ content }: any) => content);
};

test("variants: the first one whose filters match is sent, and the detail says so", async () => {
  const environment = await service.newEnvironment();
  const variants = [
    variant("vip", equals("plan", "vip"), "Dear {{ subscriber.subscriberId }}"),
    variant("german", equals("locale", "de", "subscriber"), "Hallo"),
  ];
  const made = await makeWorkflow(environment, "greeting", [{ ...inbox("Hello"), variants }]);
  expect(made.steps[0].variants).toEqual(variants);
  await environment.post("/v2/subscribers", { subscriberId: "hans", locale: "de" });
  const contents = [];
  for (const [to, plan] of [
    ["ada", "vip"],
    ["hans", "vip"],
    ["hans", "free"],
    ["ada", "free"],
  ]) {
    const transactionId = await environment.trigger("greeting", to, { payload: { plan } });
    const [notification] = await environment.finished(transactionId);
    contents.push(...(await contentsOf(environment, transactionId)));
    const isVariant = detailsOf(notification.jobs[0]).includes(
      "Variant was chosen by the provided condition criteria",
    );
    expect(isVariant).toBe(plan === "vip" || to === "hans");
    expect(notification.jobs[0].step.variants.map(({ name }: any) => name)).toEqual(["vip", "german"]);
  }
  expect(contents).toEqual(["Dear ada", "Dear hans", "Hallo", "Hello"]);
});

test("given invalid variants, they are issues; on a step without a channel they are refused", async () => {
  const environment = await service.newEnvironment();
  const bad = { filters: equals("a", "b"), controlValues: { body: "{{ payload.x | nofilter }}" } };
  const empty = { filters: equals("a", "b"), controlValues: {} };
  const made = await makeWorkflow(environment, "bad", [{ ...inbox("Hello"), variants: [bad, empty] }]);
  expect(Object.keys(made.steps[0].issues.controls).toSorted()).toEqual([
    "variants.0.body",
    "variants.1.body",
    "variants.1.subject",
  ]);
  const steps = [{ ...delay, variants: [variant("x", equals("a", "b"), "y")] }];
  const refused = await environment.post("/v2/workflows", { name: "No", workflowId: "no", steps });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors)).toEqual(["steps.0.variants"]);
});

test("given an overridden severity, the detail has the old and the new one", async () => {
  const environment = await service.newEnvironment();
  await makeWorkflow(environment, "alarm", [inbox("Fire")], { severity: "low" });
  const severityDetail = async (severity: string) => {
    const body = { name: "alarm", to: "ada", overrides: { severity } };
    const { transactionId } = (await environment.post("/v1/events/trigger", body)).body;
    const [notification] = await environment.finished(transactionId);
    return notification.jobs[0].executionDetails.find(({ code }: any) => code === "severity_overridden");
  };
  expect(await severityDetail("low")).toBeUndefined();
  const detail = await severityDetail("high");
  expect(detail.detail).toBe("Severity for the message was overridden");
  expect(JSON.parse(detail.raw)).toEqual({ from: "low", to: "high" });
});

async function waitingRun(steps: object[]) {
  const environment = await frozenAt(service, "2026-01-01T00:00:00.000Z");
  const workflow = await makeWorkflow(environment, "slow", steps);
  const transactionId = await environment.trigger("slow", "ada");
  await settled(environment);
  const replace = (next: object[], query = "") =>
    environment.put(`/v2/workflows/slow${query}`, { name: "slow", steps: next });
  const goOn = () => advance(environment, 2, "days");
  return { environment, workflow, transactionId, replace, goOn };
}

test("given a waiting run, it keeps its version when its workflow is edited", async () => {
  const { environment, transactionId, replace, goOn } = await waitingRun([delay, inbox("old")]);
  expect((await replace([delay, inbox("new")])).status).toBe(200);
  await goOn();
  expect(await contentsOf(environment, transactionId)).toEqual(["old"]);
});

test("migrate: waiting runs continue with the new steps, and their wait ends as planned", async () => {
  const before = { ...inbox("before"), stepId: "before" };
  const { environment, transactionId, replace, goOn } = await waitingRun([before, delay, inbox("old")]);
  const second = { ...inbox("second"), stepId: "second" };
  const later = { ...delay, controlValues: { amount: 9, unit: "days" } };
  expect((await replace([before, later, inbox("new"), second], "?migrate=true")).status).toBe(200);
  await goOn();
  const [notification] = await environment.finished(transactionId);
  expect(statusesOf(notification)).toEqual(["completed", "completed", "completed", "completed"]);
  expect(await contentsOf(environment, transactionId)).toEqual(["second", "new", "before"]);
  expect(notification.jobs[1].executionDetails.map(({ code }: any) => code)).toContain("version_changed");
});

test("migrate: a run whose step is not in the new version keeps its version", async () => {
  const { environment, transactionId, replace, goOn } = await waitingRun([delay, inbox("old")]);
  expect((await replace([inbox("new")], "?migrate=true")).status).toBe(200);
  await goOn();
  expect(await contentsOf(environment, transactionId)).toEqual(["old"]);
});

test("migrate: a run with a later step that has ended keeps its version", async () => {
  const second = { ...inbox("second"), stepId: "second" };
  const { environment, transactionId, replace, goOn } = await waitingRun([delay, inbox("old"), second]);
  // As a step that was sent beside an e-mail's retry, before that e-mail waits to be repeated.
  await service.database.queryPlanned(sql`
    update jobs set status = 'completed' where environment_id = ${environment.id} and position = 1`);
  expect((await replace([delay, inbox("new")], "?migrate=true")).status).toBe(200);
  await goOn();
  expect(await contentsOf(environment, transactionId)).toEqual(["second"]);
});

test("migrate: moves all waiting runs, even more than fit into one transaction", async () => {
  const environment = await frozenAt(service, "2026-01-01T00:00:00.000Z");
  await makeWorkflow(environment, "slow", [delay, inbox("old")]);
  const to = Array.from({ length: 600 }, (_, index) => `s${index}`);
  const transactionId = await environment.trigger("slow", to);
  await settled(environment);
  await environment.put("/v2/workflows/slow?migrate=true", { name: "slow", steps: [delay, inbox("new")] });
  await advance(environment, 2, "days");
  const { body } = await environment.get(`/v1/messages?limit=1000&transactionId=${transactionId}`);
  expect(new Set(body.data.map(({ content }: any) => content))).toEqual(new Set(["new"]));
  expect(body.data).toHaveLength(600);
});
