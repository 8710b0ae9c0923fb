import { expect, test } from "vitest";
import { useTestService } from "../testing/test-service.ts";
import { digest, inbox, lasting, makeWorkflow } from "../testing/workflows.ts";

const service = await useTestService();

const hi = { ...inbox("hi"), stepId: "Send_It.now" };
const named = (workflowId: string) => ({ name: "Named", workflowId, steps: [inbox("hi")] });

test("Given a workflow whose identifiers have capitals, _ and ., when it is asked for by identifier, slug and id, then each leads to it", async () => {
  const environment = await service.newEnvironment();
  const { _id, slug, steps } = await makeWorkflow(environment, "Welcome_Mail.v2", [hi]);
  await makeWorkflow(environment, "welcome_mail.v2", [inbox("lower case")]);
  for (const name of ["Welcome_Mail.v2", slug, _id]) {
    expect((await environment.get(`/v2/workflows/${name}`)).body.workflowId).toBe("Welcome_Mail.v2");
    for (const step of ["Send_It.now", steps[0].slug, steps[0]._id]) {
      const { body } = await environment.get(`/v2/workflows/${name}/steps/${step}`);
      expect(body).toMatchObject({ stepId: "Send_It.now", workflowId: "Welcome_Mail.v2" });
    }
  }
});

test("Given such a workflow, when it is triggered, then its subscriber gets the message", async () => {
  const environment = await service.newEnvironment();
  await makeWorkflow(environment, "Welcome_Mail.v2", [hi]);
  const [run] = await environment.finished(await environment.trigger("Welcome_Mail.v2", "ada"));
  expect(run.jobs.map((job: any) => job.status)).toEqual(["completed"]);
});

test("Given a digest whose stepId has a dot or is a word of JavaScript, when later steps name it in a text and in a condition, then they see its events", async () => {
  const environment = await service.newEnvironment();
  for (const stepId of ["Collect.all_news", "toString"]) {
    const skip = { "==": [{ var: `steps.${stepId}.eventCount` }, 1] };
    const text = `{{ steps["${stepId}"].eventCount }} event`;
    const steps = [digest(lasting(1, "seconds"), stepId), inbox(text, { skip })];
    const workflow = await makeWorkflow(environment, `news-${stepId}`, steps);
    expect(workflow.status).toBe("ACTIVE");
    const [run] = await environment.finished(await environment.trigger(workflow.workflowId, "ada"));
    expect(run.jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
    const { body } = await environment.get(`/v1/messages?transactionId=${run.transactionId}`);
    expect(body.data[0].content).toBe("1 event");
  }
});

test.each(["_a", "a_", "a__b", "a..b", "a-_b", ".", "a b", "ä", "a/b", "a\n"])(
  "When a workflow or a step is named %j, then it is refused",
  async (name) => {
    const environment = await service.newEnvironment();
    const workflow = await environment.post("/v2/workflows", named(name));
    expect([workflow.status, Object.keys(workflow.body.errors)]).toEqual([422, ["workflowId", "general"]]);
    const steps = [{ ...inbox("hi"), stepId: name }];
    const step = await environment.post("/v2/workflows", { ...named("good"), steps });
    expect([step.status, Object.keys(step.body.errors)]).toEqual([422, ["steps.0.stepId", "general"]]);
  },
);

test("When a workflow is named by the slug or the id of another, then it is refused, since that text already leads to the other", async () => {
  const environment = await service.newEnvironment();
  const { _id, slug } = await makeWorkflow(environment, "first", [inbox("hi")]);
  for (const name of [slug, _id]) {
    const { status, body } = await environment.post("/v2/workflows", named(name));
    expect(status).toBe(422);
    expect(body.errors.workflowId.messages[0]).toContain('the workflow "first"');
  }
});

test("When a step is named by the slug or the id of another step, then the workflow is refused", async () => {
  const environment = await service.newEnvironment();
  const { steps } = await makeWorkflow(environment, "first", [inbox("hi")]);
  const kept = { ...inbox("hi"), _id: steps[0]._id };
  for (const stepId of [steps[0].slug, steps[0]._id]) {
    const more = { ...inbox("more"), stepId };
    const { status, body } = await environment.put("/v2/workflows/first", {
      name: "First",
      steps: [kept, more],
    });
    expect(status).toBe(422);
    expect(body.errors["steps.1.stepId"].messages[0]).toContain('the step "inbox"');
  }
});

test("When a workflow is created under a used workflowId, then the answer says so and names the one it got", async () => {
  const environment = await service.newEnvironment();
  const first = await makeWorkflow(environment, "Order_Paid", [inbox("hi")]);
  const second = await makeWorkflow(environment, "Order_Paid", [inbox("hi")]);
  expect(first.issues).toBeUndefined();
  expect(second.workflowId).toBe("Order_Paid-1");
  expect(second.status).toBe("ACTIVE");
  expect(second.issues.workflowId).toMatchObject({ issueType: "WORKFLOW_ID_ALREADY_EXISTS" });
  expect(second.issues.workflowId.message).toContain('"Order_Paid-1"');
});
