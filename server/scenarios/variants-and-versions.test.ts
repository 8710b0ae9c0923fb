import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { delay, inApp } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

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
const aDay = delay({ amount: 1, unit: "days" });

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
  const made = await environment.given.workflow("greeting", [{ ...inApp("Hello"), variants }]);
  expect(made.steps[0].variants).toEqual(variants);
  await environment.given.subscriber("hans", { locale: "de" });
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
  const made = await environment.given.workflow("bad", [{ ...inApp("Hello"), variants: [bad, empty] }]);
  expect(Object.keys(made.steps[0].issues.controls).toSorted()).toEqual([
    "variants.0.body",
    "variants.1.body",
    "variants.1.subject",
  ]);
  const steps = [{ ...aDay, variants: [variant("x", equals("a", "b"), "y")] }];
  const refused = await environment.post("/v2/workflows", { name: "No", workflowId: "no", steps });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors)).toEqual(["steps.0.variants"]);
});

test("given an overridden severity, the detail has the old and the new one", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("alarm", [inApp("Fire")], { severity: "low" });
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
  const environment = await frozenAt(service);
  const workflow = await environment.given.workflow("slow", steps);
  const transactionId = await environment.trigger("slow", "ada");
  await settled(environment);
  const replace = (next: object[], query = "") =>
    environment.put(`/v2/workflows/slow${query}`, { name: "slow", steps: next });
  const goOn = () => advance(environment, 2, "days");
  return { environment, workflow, transactionId, replace, goOn };
}

test("given a waiting run, it keeps its version when its workflow is edited", async () => {
  const { environment, transactionId, replace, goOn } = await waitingRun([aDay, inApp("old")]);
  expect((await replace([aDay, inApp("new")])).status).toBe(200);
  await goOn();
  expect(await contentsOf(environment, transactionId)).toEqual(["old"]);
});

test("migrate: waiting runs continue with the new steps, and their wait ends as planned", async () => {
  const before = { ...inApp("before"), stepId: "before" };
  const { environment, transactionId, replace, goOn } = await waitingRun([before, aDay, inApp("old")]);
  const second = { ...inApp("second"), stepId: "second" };
  const later = { ...aDay, controlValues: { amount: 9, unit: "days" } };
  expect((await replace([before, later, inApp("new"), second], "?migrate=true")).status).toBe(200);
  await goOn();
  const [notification] = await environment.finished(transactionId);
  expect(statusesOf(notification)).toEqual(["completed", "completed", "completed", "completed"]);
  expect(await contentsOf(environment, transactionId)).toEqual(["second", "new", "before"]);
  expect(notification.jobs[1].executionDetails.map(({ code }: any) => code)).toContain("version_changed");
});

test("migrate: a run whose step is not in the new version keeps its version", async () => {
  const { environment, transactionId, replace, goOn } = await waitingRun([aDay, inApp("old")]);
  expect((await replace([inApp("new")], "?migrate=true")).status).toBe(200);
  await goOn();
  expect(await contentsOf(environment, transactionId)).toEqual(["old"]);
});

test("migrate: a run with a later step that has ended keeps its version", async () => {
  const second = { ...inApp("second"), stepId: "second" };
  const { environment, transactionId, replace, goOn } = await waitingRun([aDay, inApp("old"), second]);
  // As a step that was sent beside an e-mail's retry, before that e-mail waits to be repeated.
  await service.database.queryPlanned(sql`
    update jobs set status = 'completed' where environment_id = ${environment.id} and position = 1`);
  expect((await replace([aDay, inApp("new")], "?migrate=true")).status).toBe(200);
  await goOn();
  expect(await contentsOf(environment, transactionId)).toEqual(["second"]);
});

test("migrate: moves all waiting runs, even more than fit into one transaction", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("slow", [aDay, inApp("old")]);
  const to = Array.from({ length: 600 }, (_, index) => `s${index}`);
  const transactionId = await environment.trigger("slow", to);
  await settled(environment);
  await environment.put("/v2/workflows/slow?migrate=true", { name: "slow", steps: [aDay, inApp("new")] });
  await advance(environment, 2, "days");
  const { body } = await environment.get(`/v1/messages?limit=1000&transactionId=${transactionId}`);
  expect(new Set(body.data.map(({ content }: any) => content))).toEqual(new Set(["new"]));
  expect(body.data).toHaveLength(600);
});
