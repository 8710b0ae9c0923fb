import { expect, test } from "vitest";
import { statusesOf } from "../testing/job-readings.ts";
import { delay, digest, email, inApp, lasting } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt, sentBy, textsOf } from "../testing/virtual-time.ts";

const service = await useTestService();

const NOON = "2026-06-01T12:00:00.000Z";
const hour = lasting(1, "hours");

async function rewrite(environment: TestEnvironment, name: string, steps: object[], more: object = {}) {
  const { status } = await environment.put(`/v2/workflows/${name}`, { name, steps, ...more });
  expect(status).toBe(200);
}

test("given a waiting run, it keeps its version, and a new trigger gets the rewritten workflow", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [delay(hour), inApp("old"), { ...inApp("gone"), stepId: "gone" }]);
  const old = await environment.given.trigger("news");
  await rewrite(environment, "news", [delay(lasting(2, "hours")), inApp("new")], { severity: "high" });
  const fresh = await environment.given.trigger("news");
  await advance(environment, 3, "hours");
  expect(await sentBy(environment)).toEqual([
    ["old", "2026-06-01T13:00:00.000Z"],
    ["gone", "2026-06-01T13:00:00.000Z"],
    ["new", "2026-06-01T14:00:00.000Z"],
  ]);
  const [before, after] = [await endOf(environment, old), await endOf(environment, fresh)];
  expect([statusesOf(before).length, statusesOf(after).length]).toEqual([3, 2]);
  expect([before.severity, after.severity]).toEqual(["none", "high"]);
  expect(before.jobs[1].step.controlVariables.body).toBe("old");
});

test("given an open digest, events of the rewritten workflow join it, and its text stays", async () => {
  const environment = await frozenAt(service, NOON);
  const text = "{{ steps.collect.eventCount }}";
  await environment.given.workflow("news", [digest(hour), inApp(`old ${text}`)]);
  await environment.given.trigger("news");
  await rewrite(environment, "news", [
    inApp("first"),
    digest(lasting(5, "hours")),
    { ...inApp(`new ${text}`), stepId: "b" },
  ]);
  const second = await environment.given.trigger("news");
  await advance(environment, 1, "hours");
  expect(await sentBy(environment)).toEqual([
    ["first", NOON],
    ["old 2", "2026-06-01T13:00:00.000Z"],
  ]);
  expect(statusesOf(await endOf(environment, second))).toEqual(["completed", "merged", "merged"]);
});

test("given an open digest whose opener is canceled, the next run continues by its own version", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [digest(hour), inApp("old")]);
  const opener = await environment.given.trigger("news");
  await rewrite(environment, "news", [inApp("first"), digest(hour), { ...inApp("new"), stepId: "b" }]);
  const heir = await environment.given.trigger("news");
  expect((await environment.delete(`/v1/events/trigger/${opener}`)).body).toBe(true);
  await advance(environment, 1, "hours");
  expect(await textsOf(environment)).toEqual(["first", "new"]);
  expect(statusesOf(await endOf(environment, heir))).toEqual(["completed", "completed", "completed"]);
  expect(statusesOf(await endOf(environment, opener))).toEqual(["canceled", "canceled"]);
});

test.each([
  ["delay", delay(hour)],
  ["digest", digest(hour)],
])(
  "given a run in a %s, it ends though its workflow is deleted, and new triggers are refused",
  async (_name, wait) => {
    const environment = await frozenAt(service, NOON);
    await environment.given.workflow("news", [wait, inApp("{{ workflow.workflowId }}")]);
    const id = await environment.given.trigger("news");
    const other = await environment.given.trigger("news");
    expect((await environment.delete("/v2/workflows/news")).status).toBe(204);
    const refused = await environment.post("/v1/events/trigger", { name: "news", to: "ada" });
    expect(refused).toMatchObject({ status: 422, body: { message: "workflow_not_found" } });
    await advance(environment, 1, "hours");
    expect(new Set(await textsOf(environment))).toEqual(new Set(["news"]));
    const run = await endOf(environment, id);
    expect(statusesOf(run)).toEqual(["completed", "completed"]);
    expect(run).not.toHaveProperty("template");
    await endOf(environment, other);
  },
);

test("given a waiting run, it ends though its workflow is inactive; new triggers are not processed", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [delay(hour), inApp("x")]);
  const id = await environment.given.trigger("news");
  expect((await environment.patch("/v2/workflows/news", { active: false })).status).toBe(200);
  const { body } = await environment.post("/v1/events/trigger", { name: "news", to: "ada" });
  expect(body.status).toBe("trigger_not_active");
  await advance(environment, 1, "hours");
  expect(statusesOf(await endOf(environment, id))).toEqual(["completed", "completed"]);
});

test("given a waiting run, only the step whose integration was deactivated fails, and says so", async () => {
  const environment = await frozenAt(service, NOON);
  const mail = email("x");
  await environment.given.workflow("news", [delay(hour), mail, inApp("x")]);
  const to = { subscriberId: "ada", email: "ada@example.com" };
  const id = await environment.given.trigger("news", {}, { to });
  const integrations = (await environment.get("/v1/integrations")).body;
  const { _id } = (integrations.data ?? integrations).find(({ channel }: any) => channel === "email");
  expect((await environment.put(`/v1/integrations/${_id}`, { active: false })).status).toBe(200);
  await advance(environment, 1, "hours");
  const run = await endOf(environment, id);
  expect(statusesOf(run)).toEqual(["completed", "failed", "completed"]);
  expect(run.jobs[1].executionDetails.at(-1).detail).toBe("Subscriber does not have an active integration");
});
