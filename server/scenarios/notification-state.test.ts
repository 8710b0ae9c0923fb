import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { chat, delay, digest, email, inApp, lasting, sms, throttle } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, runOf } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();
const LATER = "2026-01-01T01:00:00.000Z";

/** What the record says about its state, without the fields of the older API. */
const stateOf = ({ state, failedSteps, reason, needsAttention, workflowVersion }: any) => ({
  state,
  failedSteps,
  reason,
  needsAttention,
  workflowVersion,
});
const calm = { failedSteps: 0, needsAttention: false, workflowVersion: 1 };

test("given a delay, the notification waits for it until a moment, and afterwards is delivered", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("later", [delay(lasting(1, "hours")), inApp("x")]);
  const transactionId = await environment.given.trigger("later");
  const waiting = await runOf(environment, transactionId);
  expect(stateOf(waiting)).toEqual({
    ...calm,
    state: "waiting",
    reason: { code: "step_delayed", stepId: "wait" },
  });
  expect(waiting.jobs[0]).toMatchObject({ stepId: "wait", dueAt: LATER });
  expect(waiting.jobs[1]).toMatchObject({ stepId: "inbox" });
  expect(waiting.jobs[1]).not.toHaveProperty("dueAt");
  await advance(environment, 1, "hours");
  const delivered = await runOf(environment, transactionId);
  expect(stateOf(delivered)).toEqual({ ...calm, state: "delivered" });
  expect(delivered.jobs[0]).not.toHaveProperty("dueAt");
  const { body: messages } = await environment.get("/v1/messages");
  expect(delivered.jobs[1].messageIds).toEqual([messages.data[0]._id]);
});

test("given an open digest, its job has the events and the end, and the second is merged", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("news", [digest(lasting(1, "hours")), inApp("x")]);
  const first = await environment.given.trigger("news");
  const second = await environment.given.trigger("news");
  const main = await runOf(environment, first);
  expect(stateOf(main)).toMatchObject({ state: "waiting", reason: { stepId: "collect" } });
  expect(main.jobs[0]).toMatchObject({ eventCount: 2, closesAt: LATER, dueAt: LATER });
  expect(stateOf(await runOf(environment, second))).toEqual({
    ...calm,
    state: "merged",
    reason: { code: "digest_merged", stepId: "collect" },
  });
  await advance(environment, 1, "hours");
  const [closed] = (await runOf(environment, first)).jobs;
  expect(closed).not.toHaveProperty("eventCount");
  expect(closed).not.toHaveProperty("closesAt");
});

test("a missing phone number and a condition are not failures of ours", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("generic-sms", provider.url);
  await environment.given.workflow("text", [sms("x")]);
  await environment.given.workflow("vip", [inApp("x", { skip: { "==": [{ var: "payload.vip" }, true] } })]);
  await environment.given.subscriber("bob");
  const unreached = await environment.given.trigger("text", {}, { to: "bob" });
  expect(stateOf(await runOf(environment, unreached))).toEqual({
    ...calm,
    state: "failed",
    reason: { code: "no_phone", stepId: "text" },
  });
  const skipped = await environment.given.trigger("vip", { vip: false });
  expect(stateOf(await runOf(environment, skipped))).toEqual({
    ...calm,
    state: "skipped",
    reason: { code: "condition_not_met", stepId: "inbox" },
  });
});

test("delivered with a step without integration says so, and needs attention", async () => {
  const environment = await frozenAt(service);
  await environment.given.subscriber("ada", ada);
  await environment.given.workflow("both", [sms("x"), inApp("x")]);
  expect(stateOf(await runOf(environment, await environment.given.trigger("both")))).toEqual({
    state: "delivered",
    failedSteps: 1,
    reason: { code: "no_active_integration", stepId: "text" },
    needsAttention: true,
    workflowVersion: 1,
  });
});

test("a message that is tried again has its next attempt and needs attention until it is sent", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/a`);
  await environment.given.workflow("mail", [email("x")]);
  provider.script("/a", status(500));
  const transactionId = await environment.given.trigger("mail", {}, { to: ada });
  const trying = await runOf(environment, transactionId);
  expect(stateOf(trying)).toMatchObject({
    state: "waiting",
    failedSteps: 0,
    reason: { code: "attempt_failed", stepId: "mail" },
    needsAttention: true,
  });
  const [job] = trying.jobs;
  expect(job).toMatchObject({ attempts: 1, dueAt: job.nextAttemptAt, messageIds: [expect.any(String)] });
  expect(job.nextAttemptAt).toBe(JSON.parse(job.executionDetails.at(-1).raw).nextAttemptAt);
  await advance(environment, 1, "hours");
  const sent = await runOf(environment, transactionId);
  expect(stateOf(sent)).toEqual({ ...calm, state: "delivered" });
  expect(sent.jobs[0]).toMatchObject({ attempts: 2 });
  expect(sent.jobs[0]).not.toHaveProperty("nextAttemptAt");
});

test("a message given up counts until it is sent again; a refused recipient does not count", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/a`);
  await environment.given.workflow("mail", [{ ...email("x"), delivery: { maxAttempts: 1 } }]);
  provider.script("/a", status(500));
  const transactionId = await environment.given.trigger("mail", {}, { to: ada });
  const failed = await runOf(environment, transactionId);
  expect(stateOf(failed)).toMatchObject({
    state: "failed",
    failedSteps: 1,
    reason: { code: "provider_failed" },
  });
  const replay = await environment.post("/v1/dead-letters/replay", { filter: { transactionId } });
  expect(replay.body).toMatchObject({ replayed: 1 });
  await settled(environment);
  expect(stateOf(await runOf(environment, transactionId))).toEqual({ ...calm, state: "delivered" });
  provider.script("/a", status(410));
  const refused = await runOf(environment, await environment.given.trigger("mail"));
  expect(JSON.parse(refused.jobs[0].executionDetails.at(-1).raw).given_up).toBe("recipient_error");
  expect(stateOf(refused)).toMatchObject({ state: "failed", failedSteps: 0, needsAttention: false });
});

/** Sums the recipients of a report by state and reason, and the notifications in the same way. */
async function countsOf(environment: TestEnvironment, transactionId: string) {
  const notifications: any[] = [];
  for (let page = 0; ; page += 1) {
    const path = `/v1/notifications?transactionId=${transactionId}&limit=50&page=${page}`;
    const { body } = await environment.get(path);
    notifications.push(...body.data);
    if (!body.hasMore) break;
  }
  const counts: Record<string, number> = {};
  for (const { state, reason } of notifications) {
    const isPlain = state === "waiting" || state === "delivered";
    const key = isPlain ? state : `${state === "merged" ? "skipped" : state} ${reason.code}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

test("for many recipients with all results, states and reasons sum up to the report", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("mixed", [
    throttle({ ...lasting(1, "hours"), threshold: 1 }),
    email("x {{ subscriber.data.name | upcase }}", {
      skip: { "!=": [{ var: "subscriber.firstName" }, "No"] },
    }),
    chat("x"),
    sms("x"),
    { ...delay({ ...lasting(1, "hours"), skip: { "==": [{ var: "subscriber.lastName" }, "Wait"] } }) },
    digest(lasting(1, "hours")),
    inApp("x", { skip: { "==": [{ var: "subscriber.lastName" }, "Box"] } }),
  ]);
  const people = Array.from({ length: 120 }, (_, n) => ({
    subscriberId: `p${n}`,
    ...(n % 2 ? { email: `p${n}@example.com` } : {}),
    ...(n % 3 ? { phone: `+3160000${1000 + n}` } : {}),
    ...(n % 5 ? {} : { firstName: "No" }),
    lastName: ["Wait", "Box", "None", "Done"][n % 4],
  }));
  const first = await environment.given.trigger("mixed", {}, { to: people.slice(0, 80) });
  const second = await environment.given.trigger("mixed", {}, { to: people.slice(40) });
  const report = async (transactionId: string) => {
    const { body } = await environment.get(`/v1/events/trigger/${transactionId}`);
    const named = (outcome: string) =>
      Object.entries(body[outcome]).map(([code, count]) => [`${outcome} ${code}`, count]);
    const plain = ["waiting", "delivered"].map((outcome) => [outcome, body[outcome]]);
    return Object.fromEntries(
      [...plain, ...named("failed"), ...named("skipped")].filter(([, count]) => count > 0),
    );
  };
  for (const transactionId of [first, second]) {
    expect(await countsOf(environment, transactionId)).toEqual(await report(transactionId));
  }
  await advance(environment, 1, "days");
  for (const transactionId of [first, second]) {
    const counts = await report(transactionId);
    expect(await countsOf(environment, transactionId)).toEqual(counts);
    expect(Object.keys(counts).length).toBeGreaterThan(1);
  }
});
