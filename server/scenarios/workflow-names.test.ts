import { expect, test } from "vitest";
import { digest, inApp, lasting } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

const hi = { ...inApp("hi"), stepId: "Send_It.now" };
const named = (workflowId: string) => ({ name: "Named", workflowId, steps: [inApp("hi")] });

test("given identifiers with capitals, _ and ., identifier, slug and id find the workflow", async () => {
  const environment = await service.newEnvironment();
  const { _id, slug, steps } = await environment.given.workflow("Welcome_Mail.v2", [hi]);
  await environment.given.workflow("welcome_mail.v2", [inApp("lower case")]);
  for (const name of ["Welcome_Mail.v2", slug, _id]) {
    expect((await environment.get(`/v2/workflows/${name}`)).body.workflowId).toBe("Welcome_Mail.v2");
    for (const step of ["Send_It.now", steps[0].slug, steps[0]._id]) {
      const { body } = await environment.get(`/v2/workflows/${name}/steps/${step}`);
      expect(body).toMatchObject({ stepId: "Send_It.now", workflowId: "Welcome_Mail.v2" });
    }
  }
});

test("given a workflowId with capitals, _ and ., the workflow can be triggered", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("Welcome_Mail.v2", [hi]);
  const [run] = await environment.finished(await environment.trigger("Welcome_Mail.v2", "ada"));
  expect(run.jobs.map((job: any) => job.status)).toEqual(["completed"]);
});

test("given a stepId with a dot or a JavaScript name, later steps see its events", async () => {
  const environment = await service.newEnvironment();
  for (const stepId of ["Collect.all_news", "toString"]) {
    const skip = { "==": [{ var: `steps.${stepId}.eventCount` }, 1] };
    const text = `{{ steps["${stepId}"].eventCount }} event`;
    const steps = [digest(lasting(1, "seconds"), stepId), inApp(text, { skip })];
    const workflow = await environment.given.workflow(`news-${stepId}`, steps);
    expect(workflow.status).toBe("ACTIVE");
    const [run] = await environment.finished(await environment.trigger(workflow.workflowId, "ada"));
    expect(run.jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
    const { body } = await environment.get(`/v1/messages?transactionId=${run.transactionId}`);
    expect(body.data[0].content).toBe("1 event");
  }
});

test.each(["_a", "a_", "a__b", "a..b", "a-_b", ".", "a b", "ä", "a/b", "a\n"])(
  "given the name %j, a workflow and a step are refused",
  async (name) => {
    const environment = await service.newEnvironment();
    const workflow = await environment.post("/v2/workflows", named(name));
    expect([workflow.status, Object.keys(workflow.body.errors)]).toEqual([422, ["workflowId", "general"]]);
    const steps = [{ ...inApp("hi"), stepId: name }];
    const step = await environment.post("/v2/workflows", { ...named("good"), steps });
    expect([step.status, Object.keys(step.body.errors)]).toEqual([422, ["steps.0.stepId", "general"]]);
  },
);

test("given a workflowId that is another's slug or id, the workflow is refused", async () => {
  const environment = await service.newEnvironment();
  const { _id, slug } = await environment.given.workflow("first", [inApp("hi")]);
  for (const name of [slug, _id]) {
    const { status, body } = await environment.post("/v2/workflows", named(name));
    expect(status).toBe(422);
    expect(body.errors.workflowId.messages[0]).toContain('the workflow "first"');
  }
});

test("given a stepId that is another step's slug or id, the workflow is refused", async () => {
  const environment = await service.newEnvironment();
  const { steps } = await environment.given.workflow("first", [inApp("hi")]);
  const kept = { ...inApp("hi"), _id: steps[0]._id };
  for (const stepId of [steps[0].slug, steps[0]._id]) {
    const more = { ...inApp("more"), stepId };
    const { status, body } = await environment.put("/v2/workflows/first", {
      name: "First",
      steps: [kept, more],
    });
    expect(status).toBe(422);
    expect(body.errors["steps.1.stepId"].messages[0]).toContain('the step "inbox"');
  }
});

test("given a used workflowId, the answer names the one that the workflow got", async () => {
  const environment = await service.newEnvironment();
  const first = await environment.given.workflow("Order_Paid", [inApp("hi")]);
  const second = await environment.given.workflow("Order_Paid", [inApp("hi")]);
  expect(first.issues).toBeUndefined();
  expect(second.workflowId).toBe("Order_Paid-1");
  expect(second.status).toBe("ACTIVE");
  expect(second.issues.workflowId).toMatchObject({ issueType: "WORKFLOW_ID_ALREADY_EXISTS" });
  expect(second.issues.workflowId.message).toContain('"Order_Paid-1"');
});
