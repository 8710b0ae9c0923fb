import { expect, test } from "vitest";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, email, inApp, lasting, sms, step } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

/** "Send again" decides by what died, not by what other channels did before. */

const provider = await useScriptedProvider();
const service = await useTestService();

const person = (subscriberId: string) => ({
  subscriberId,
  email: `${subscriberId}@example.com`,
  phone: "+31600000001",
});
const ifFailed = (stepId: string) => ({ onlyIf: { step: stepId, is: "not_delivered" } });

async function prepared(): Promise<TestEnvironment> {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  await environment.given.integration("generic-sms", `${provider.url}/sms`);
  return environment;
}

/** Triggers a workflow of these steps for one person, whose SMS is given up. */
async function givenUp(environment: TestEnvironment, workflowId: string, steps: object[]): Promise<void> {
  await environment.given.workflow(workflowId, steps);
  provider.script("/sms", status(400));
  await environment.trigger(workflowId, person("ada"));
  await settled(environment);
}

const replay = async (environment: TestEnvironment, more: object = {}) =>
  (await environment.post("/v1/dead-letters/replay", { filter: {}, dryRun: true, ...more })).body;
const smsCalls = () => provider.calls.filter(({ path }) => path === "/sms").length;

test("a workflow that sends a mail and an SMS replays the SMS, whichever is sent first", async () => {
  const environment = await prepared();
  await givenUp(environment, "mail-first", [email("Hello"), sms("Hello")]);
  await givenUp(environment, "sms-first", [sms("Hello"), email("Hello")]);
  await givenUp(environment, "all", [inApp("Hello"), sms("Hello"), email("Hello")]);
  const plan = await replay(environment);
  expect(plan).toMatchObject({ replayed: 3, skipped: { reached: 0, gone: 0, discarded: 0 } });
  expect(plan.workflows).toEqual(
    ["all", "mail-first", "sms-first"].map((workflowId) => ({
      workflowId,
      replayed: 1,
      skipped: { reached: 0, gone: 0 },
      reachedBy: [],
    })),
  );
  await replay(environment, { dryRun: false });
  await settled(environment);
  expect(smsCalls()).toBe(6);
});

test("a step that stands in for the dead one has reached the person, also over another step", async () => {
  const environment = await prepared();
  await givenUp(environment, "stand-in", [sms("Hello"), { ...email("Hello"), ...ifFailed("text") }]);
  provider.script("/mail", status(400));
  await givenUp(environment, "chain", [
    sms("Hello"),
    { ...email("Hello"), ...ifFailed("text") },
    { ...inApp("Hello"), ...ifFailed("mail") },
  ]);
  const plan = await replay(environment);
  expect(plan).toMatchObject({ replayed: 0, skipped: { reached: 3 }, ids: [] });
  expect(plan.workflows).toEqual([
    {
      workflowId: "chain",
      replayed: 0,
      skipped: { reached: 2, gone: 0 },
      reachedBy: [{ stepId: "inbox", channel: "in_app", reason: "stands_in", count: 2 }],
    },
    {
      workflowId: "stand-in",
      replayed: 0,
      skipped: { reached: 1, gone: 0 },
      reachedBy: [{ stepId: "mail", channel: "email", reason: "stands_in", count: 1 }],
    },
  ]);
  expect(await replay(environment, { includeReached: true })).toMatchObject({
    replayed: 3,
    skipped: { reached: 0 },
    workflows: [
      { workflowId: "chain", replayed: 2, reachedBy: [] },
      { workflowId: "stand-in", replayed: 1, reachedBy: [] },
    ],
  });
});

test("a stand-in that failed, too, leaves the dead message to be replayed; sent later, it stands in", async () => {
  const environment = await prepared();
  provider.script("/mail", status(400));
  await givenUp(environment, "news", [sms("Hello"), { ...email("Hello"), ...ifFailed("text") }]);
  expect((await replay(environment)).replayed).toBe(2);
  await advance(environment, 1, "minutes");
  expect((await replay(environment, { filter: { channel: "sms" }, dryRun: false })).replayed).toBe(1);
  await settled(environment);
  // The SMS is sent after the death of the mail, which stands in for it.
  expect(await replay(environment)).toMatchObject({ replayed: 0, skipped: { reached: 1 } });
  expect((await replay(environment)).workflows[0].reachedBy).toEqual([
    { stepId: "text", channel: "sms", reason: "stands_in", count: 1 },
  ]);
});

test("a message behind a delay counts once it is sent, after the death", async () => {
  const environment = await prepared();
  const reminder = step("in_app", "reminder", { subject: "News", body: "Hello" });
  await givenUp(environment, "news", [inApp("Before"), sms("Hello"), delay(lasting(1, "hours")), reminder]);
  expect((await replay(environment)).replayed).toBe(1);
  await advance(environment, 2, "hours");
  const plan = await replay(environment);
  expect(plan).toMatchObject({ replayed: 0, skipped: { reached: 1 } });
  expect(plan.workflows[0].reachedBy).toEqual([
    { stepId: "reminder", channel: "in_app", reason: "sent_after", count: 1 },
  ]);
});

test("a message of another step that is sent again by hand, after the death, has reached the person", async () => {
  const environment = await prepared();
  await givenUp(environment, "news", [email("Hello"), sms("Hello")]);
  expect((await replay(environment)).replayed).toBe(1);
  await advance(environment, 1, "minutes");
  const { data } = (await environment.get("/v1/messages?channel=email")).body;
  await environment.post(`/v1/messages/${data[0]._id}/resend`);
  await settled(environment);
  expect((await replay(environment)).workflows[0].reachedBy).toEqual([
    { stepId: "mail", channel: "email", reason: "sent_after", count: 1 },
  ]);
});

test("each run is judged by the steps of its own version of the workflow", async () => {
  const environment = await prepared();
  await givenUp(environment, "news", [sms("Hello"), { ...email("Hello"), ...ifFailed("text") }]);
  const steps = [sms("Hello"), email("Hello")];
  expect((await environment.put("/v2/workflows/news", { name: "News", steps })).status).toBe(200);
  provider.script("/sms", status(400));
  await environment.trigger("news", person("bob"));
  await settled(environment);
  expect(await replay(environment)).toMatchObject({ replayed: 1, skipped: { reached: 1 } });
});

test("the counts of the plan are those of the replay, also for people who were deleted", async () => {
  const environment = await prepared();
  await givenUp(environment, "news", [email("Hello"), sms("Hello")]);
  provider.script("/sms", status(400));
  await environment.trigger("news", person("bob"));
  await settled(environment);
  await environment.delete("/v2/subscribers/ada");
  const workflow = { workflowId: "news", replayed: 1, skipped: { reached: 0, gone: 1 }, reachedBy: [] };
  expect(await replay(environment)).toMatchObject({ replayId: null, workflows: [workflow] });
  const done = await replay(environment, { dryRun: false });
  expect(done).toMatchObject({ replayed: 1, workflows: [workflow] });
  await settled(environment);
  expect(smsCalls()).toBe(3);
});
