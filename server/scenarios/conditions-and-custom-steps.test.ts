import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { custom, delay, email, inApp } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

const isGold = { "==": [{ var: "payload.plan" }, "gold"] };

test("conditions: a step runs if its condition is true; if not, the detail says so and the run goes on", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("plans", [inApp("gold only", { skip: isGold }), email("for all")]);
  const send = async (plan: string) =>
    (
      await environment.finished(
        await environment.trigger("plans", { subscriberId: "ada", email: "a@x.org" }, { payload: { plan } }),
      )
    )[0];
  expect(statusesOf(await send("gold"))).toEqual(["completed", "completed"]);
  const silver = await send("silver");
  expect(statusesOf(silver)).toEqual(["canceled", "completed"]);
  expect(detailsOf(silver.jobs[0])).toContain("Step was skipped based on steps conditions");
});

test("conditions: a skipped delay lets the run go on at once", async () => {
  const environment = await service.newEnvironment();
  const controlValues = { type: "regular", amount: 1, unit: "hours", skip: isGold };
  const wait = delay(controlValues);
  await environment.given.workflow("hurry", [wait, inApp("now")]);
  const [run] = await environment.finished(
    await environment.trigger("hurry", "ada", { payload: { plan: "free" } }),
  );
  expect(statusesOf(run)).toEqual(["skipped", "completed"]);
});

test("conditions: they see the subscriber and the results of earlier steps", async () => {
  const environment = await service.newEnvironment();
  const values = { score: "{{ payload.points }}", level: { name: "{{ subscriber.data.level }}" } };
  const score = custom(values, "score");
  const isHigh = {
    and: [{ ">": [{ var: "steps.score.score" }, 10] }, { "==": [{ var: "subscriber.data.level" }, "pro"] }],
  };
  await environment.given.workflow("scored", [
    score,
    inApp("{{ steps.score.score }} {{ steps.score.level.name }}", { skip: isHigh }),
  ]);
  const to = { subscriberId: "ada", data: { level: "pro" } };
  const [high] = await environment.finished(
    await environment.trigger("scored", to, { payload: { points: 42 } }),
  );
  expect(statusesOf(high)).toEqual(["completed", "completed"]);
  expect(detailsOf(high.jobs[0])).toEqual(["Step queued", "Step completed"]);
  const [low] = await environment.finished(
    await environment.trigger("scored", to, { payload: { points: 7 } }),
  );
  expect(statusesOf(low)).toEqual(["completed", "canceled"]);
  expect((await environment.get("/v1/messages")).body.data[0].content).toBe("42 pro");
});

test("conditions: an invalid rule is a workflow issue and fails its step with the reason", async () => {
  const environment = await service.newEnvironment();
  const workflow = await environment.given.workflow("broken", [
    inApp("x", { skip: { frobnicate: [1, 2] } }),
    email("y"),
  ]);
  expect(workflow.status).toBe("ERROR");
  expect(JSON.stringify(workflow.steps[0].issues.controls.skip)).toContain("frobnicate");
  const to = { subscriberId: "ada", email: "a@x.org" };
  const [run] = await environment.finished(await environment.trigger("broken", to));
  expect(statusesOf(run)).toEqual(["failed", "completed"]);
  const last = run.jobs[0].executionDetails.at(-1);
  expect(last.detail).toBe("Processing step filter failed");
  expect(last.raw).toContain("frobnicate");
});
