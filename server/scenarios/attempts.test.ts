import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type HttpReceiver, openHttpReceiver } from "../testing/receivers.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";
import { makeWorkflow } from "../testing/workflows.ts";

type Behaviour = (response: ServerResponse) => void;

let house: TestHouse;
let provider: HttpReceiver;
let behaviours: Record<string, Behaviour[]> = {};
const ok: Behaviour = (response) => response.end('{"id":"p1"}');
const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(code, headers).end("no");
const cut: Behaviour = (response) => response.destroy();

beforeAll(async () => {
  provider = await openHttpReceiver((call, response) => (behaviours[call.path]?.shift() ?? ok)(response));
  house = await openTestHouse();
});
afterAll(async () => {
  await house.close();
  await provider.close();
});
beforeEach(() => {
  behaviours = {};
  provider.calls.length = 0;
});

const START = "2026-01-01T00:00:00.000Z";

async function frozen(): Promise<TestEnvironment> {
  const environment = await house.newEnvironment("test");
  await environment.post("/v1/test-clock", { now: START });
  return environment;
}

async function gateway(environment: TestEnvironment, path: string, more: object = {}): Promise<any> {
  const credentials = { baseUrl: provider.url + path };
  const body = { providerId: "generic-sms", channel: "sms", name: path, active: true, credentials, ...more };
  const answer = await environment.post("/v1/integrations", body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

async function mailer(environment: TestEnvironment, path: string): Promise<any> {
  const credentials = { webhookUrl: provider.url + path };
  const body = { providerId: "email-webhook", channel: "email", name: path, active: true, credentials };
  const answer = await environment.post("/v1/integrations", body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

const text = (more: object = {}) => ({
  ...{ name: "Text", stepId: "text", type: "sms", controlValues: { body: "Code {{ payload.code }}" } },
  ...more,
});
const mail = (more: object = {}) => ({
  ...{ name: "Mail", stepId: "mail", type: "email", controlValues: { subject: "Hi", body: "Hello" } },
  ...more,
});
const ada = { subscriberId: "ada", phone: "+31600000001", email: "ada@example.com" };
const advance = (environment: TestEnvironment, amount: number, unit: string) =>
  environment.post("/v1/test-clock", { advance: { amount, unit } });
const codesOf = (notification: any) => notification.jobs[0].executionDetails.map(({ code }: any) => code);
const timesOf = (notification: any, code: string) =>
  notification.jobs[0].executionDetails
    .filter((detail: any) => detail.code === code)
    .map(({ createdAt }: any) => (Date.parse(createdAt) - Date.parse(START)) / 1_000);
const notificationOf = async (environment: TestEnvironment, transactionId: string) =>
  (await environment.get(`/v1/notifications?transactionId=${transactionId}`)).body.data[0];
const keys = () => new Set(provider.calls.map(({ headers }) => headers["idempotency-key"]));
const bodies = () => new Set(provider.calls.map(({ body }) => JSON.stringify(body)));

test("Given a provider that is down, when a message is sent, then it is tried eight times over hours under one key with one body, and arrives when the provider is back", async () => {
  const environment = await frozen();
  await mailer(environment, "/a");
  await makeWorkflow(environment, "news", [mail()]);
  behaviours["/a"] = Array.from({ length: 7 }, () => status(500));
  const transactionId = await environment.trigger("news", ada);
  await environment.post("/v1/test-clock", {});
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  expect(body.data[0]).toMatchObject({ status: "warning", errorId: "provider_ambiguous" });
  await advance(environment, 12, "hours");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  expect(codesOf(notification).slice(-8)).toEqual([...Array(7).fill("attempt_failed"), "message_sent"]);
  expect(provider.calls).toHaveLength(8);
  expect([keys().size, bodies().size]).toEqual([1, 1]);
  const times = [...timesOf(notification, "attempt_failed"), ...timesOf(notification, "message_sent")];
  const waits = times.slice(1).map((at, index) => at - times[index]);
  const planned = [30, 30, 120, 600, 1_800, 7_200, 21_600];
  waits.forEach((wait, index) => {
    expect(wait).toBeGreaterThanOrEqual((planned[index] as number) * 0.8);
    expect(wait).toBeLessThanOrEqual((planned[index] as number) * 1.25);
  });
  const retries = notification.jobs[0].executionDetails.filter(({ isRetry }: any) => isRetry);
  expect(retries).toHaveLength(7);
  const { body: after } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  expect(after.data[0]).toMatchObject({ status: "sent" });
  expect(after.data[0].errorId).toBeUndefined();
});

test("Given a provider that never comes back, when all attempts are spent, then the message is a dead letter and the run goes on", async () => {
  const environment = await frozen();
  await mailer(environment, "/a");
  const inbox = { name: "In", stepId: "in", type: "in_app", controlValues: { body: "still" } };
  await makeWorkflow(environment, "news", [mail({ delivery: { maxAttempts: 3 } }), inbox]);
  behaviours["/a"] = Array.from({ length: 9 }, () => status(502));
  const transactionId = await environment.trigger("news", ada);
  await advance(environment, 1, "hours");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["failed", "completed"]);
  expect(provider.calls).toHaveLength(3);
  const { body } = await environment.get("/v1/dead-letters");
  expect(body).toMatchObject({ totalCount: 1, counts: { attempts_spent: 1 }, next: null });
  expect(body.data[0]).toMatchObject({
    ...{ channel: "email", reason: "attempts_spent", attempts: 3, workflowId: "news", subscriberId: "ada" },
    ...{ transactionId, errorText: "The provider answered with status 502." },
  });
});

test("Given a provider that asks to wait, when it is asked again, then never earlier than it said, and a 429 costs no attempt", async () => {
  const environment = await frozen();
  await mailer(environment, "/a");
  await makeWorkflow(environment, "news", [mail({ delivery: { maxAttempts: 2 } })]);
  behaviours["/a"] = [
    status(429, { "retry-after": "600" }),
    status(429, { "retry-after": "1" }),
    status(429, { "retry-after": "soon" }),
    status(503, { "retry-after": "7200" }),
  ];
  const transactionId = await environment.trigger("news", ada);
  await advance(environment, 5, "hours");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  const times = [...timesOf(notification, "attempt_failed"), ...timesOf(notification, "message_sent")];
  const waits = times.slice(1).map((at, index) => at - times[index]);
  for (const [index, [least, most]] of [
    [600, 602],
    [30, 37],
    [30, 37],
    [7_200, 7_202],
  ].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(least as number);
    expect(waits[index]).toBeLessThanOrEqual(most as number);
  }
});

test("Given a message with a lifetime, when its time is over, then it is not sent any more and says why", async () => {
  const environment = await frozen();
  await gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text({ delivery: { lifetime: { amount: 1, unit: "minutes" } } })]);
  behaviours["/a"] = Array.from({ length: 9 }, () => status(503));
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 7 } });
  await advance(environment, 1, "days");
  const [notification] = await environment.finished(transactionId);
  expect(codesOf(notification).at(-1)).toBe("message_expired");
  expect(provider.calls).toHaveLength(3);
  expect((await environment.get("/v1/dead-letters")).body.counts).toEqual({ expired: 1 });
});

test("Given an SMS gateway that may have sent it, when the outcome stays unclear, then it is tried three times at most, for fear of sending twice", async () => {
  const environment = await frozen();
  await gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text()]);
  behaviours["/a"] = Array.from({ length: 9 }, () => cut);
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 7 } });
  await advance(environment, 1, "hours");
  await environment.finished(transactionId);
  expect(provider.calls).toHaveLength(3);
  expect((await environment.get("/v1/dead-letters")).body.counts).toEqual({ maybe_delivered: 1 });
});

type Cell = { name: string; first: Behaviour; options?: object; calls: string[]; end: string };
const FAILOVER: Cell[] = [
  { name: "refuses (503)", first: status(503), calls: ["/a", "/b"], end: "completed" },
  { name: "throttles (429)", first: status(429), calls: ["/a", "/b"], end: "completed" },
  { name: "refuses the account (401)", first: status(401), calls: ["/a", "/b"], end: "completed" },
  { name: "refuses the number (410)", first: status(410), calls: ["/a"], end: "failed" },
  { name: "refuses the text (400)", first: status(400), calls: ["/a"], end: "failed" },
  { name: "breaks off (unclear)", first: cut, calls: ["/a", "/a"], end: "completed" },
  { name: "fails inside (500, unclear)", first: status(500), calls: ["/a", "/a"], end: "completed" },
  {
    ...{ name: "breaks off, and doubles are allowed", first: cut, options: { failoverOnAmbiguous: true } },
    ...{ calls: ["/a", "/b"], end: "completed" },
  },
  {
    ...{ name: "refuses, and fail-over is off", first: status(503), options: { failover: false } },
    ...{ calls: ["/a", "/a"], end: "completed" },
  },
];

for (const { name, first, options, calls, end } of FAILOVER) {
  test(`Given two SMS gateways, when the first ${name}, then the calls are ${calls.join(" and ")} and the step is ${end}`, async () => {
    const environment = await frozen();
    await gateway(environment, "/a");
    await gateway(environment, "/b");
    await makeWorkflow(environment, "otp", [text(options ? { delivery: options } : {})]);
    behaviours["/a"] = [first];
    const transactionId = await environment.trigger("otp", ada, { payload: { code: 7 } });
    await advance(environment, 50, "minutes");
    const [notification] = await environment.finished(transactionId);
    expect(provider.calls.map(({ path }) => path)).toEqual(calls);
    expect(notification.jobs[0].status).toBe(end);
    const hasFailedOver = calls.includes("/b");
    expect(codesOf(notification).includes("failed_over")).toBe(hasFailedOver);
    expect(keys().size).toBe(hasFailedOver ? 2 : 1);
  });
}

test("Given an integration's own word on delivery, when its messages fail, then it counts, and the step's word beats it", async () => {
  const environment = await frozen();
  const made = await gateway(environment, "/a", { delivery: { maxAttempts: 2 } });
  expect(made.delivery).toEqual({ maxAttempts: 2 });
  await makeWorkflow(environment, "own", [text()]);
  await makeWorkflow(environment, "step", [text({ delivery: { maxAttempts: 1 } })]);
  behaviours["/a"] = Array.from({ length: 3 }, () => status(503));
  for (const name of ["own", "step"]) {
    const transactionId = await environment.trigger(name, ada, { payload: { code: 1 } });
    await advance(environment, 10, "minutes");
    await environment.finished(transactionId);
  }
  expect(provider.calls).toHaveLength(3);
});

test("Given a gateway that keeps refusing, when five calls in a row were refused, then its breaker opens, nothing is called meanwhile, and it closes after three good calls", async () => {
  const environment = await frozen();
  const { _id } = await gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text()]);
  behaviours["/a"] = Array.from({ length: 5 }, () => status(503));
  for (let index = 0; index < 5; index += 1) {
    await environment.trigger("otp", ada, { payload: { code: index } });
    await environment.post("/v1/test-clock", {});
  }
  const breaker = async () =>
    (await environment.get("/v1/integrations")).body.find((one: any) => one._id === _id).breaker;
  expect(await breaker()).toMatchObject({ trips: 1, openUntil: "2026-01-01T00:00:30.000Z" });
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 9 } });
  await environment.post("/v1/test-clock", {});
  expect(provider.calls).toHaveLength(5);
  expect(codesOf(await notificationOf(environment, transactionId))).toContain("breaker_open");
  await advance(environment, 5, "minutes");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  expect(await breaker()).toBeUndefined();
  expect(provider.calls).toHaveLength(11);
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(0);
});

test("Given a breaker that is soon to end, when a message is held back by it, then it goes out when it ends, and not half a minute after it came", async () => {
  const environment = await frozen();
  await gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text()]);
  behaviours["/a"] = Array.from({ length: 5 }, () => status(503));
  const to = Array.from({ length: 5 }, (_, index) => ({ subscriberId: `s${index}`, phone: "+31600000001" }));
  await environment.trigger("otp", to, { payload: { code: 1 } });
  await advance(environment, 26, "seconds");
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 2 } });
  await advance(environment, 20, "seconds");
  const [notification] = await environment.finished(transactionId);
  expect(codesOf(notification)).toContain("breaker_open");
  expect(notification.jobs[0].status).toBe("completed");
});

test("Given a gateway that is still down when its breaker lets probes through, when they fail, then it opens for twice as long", async () => {
  const environment = await frozen();
  const { _id } = await gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text()]);
  behaviours["/a"] = Array.from({ length: 100 }, () => status(503));
  const to = Array.from({ length: 20 }, (_, index) => ({ subscriberId: `s${index}`, phone: "+31600000001" }));
  await environment.trigger("otp", to, { payload: { code: 1 } });
  await advance(environment, 80, "seconds");
  const { body } = await environment.get("/v1/integrations");
  const { breaker } = body.find((one: any) => one._id === _id);
  expect(breaker.trips).toBe(2);
  expect(provider.calls.length).toBeLessThanOrEqual(20 + 3);
});

test("Given a gateway that is switched off while messages wait for it, when their next attempt comes, then they go through another one", async () => {
  const environment = await frozen();
  const { _id } = await gateway(environment, "/a");
  await makeWorkflow(environment, "otp", [text()]);
  behaviours["/a"] = [cut];
  const transactionId = await environment.trigger("otp", ada, { payload: { code: 1 } });
  await environment.post("/v1/test-clock", {});
  await gateway(environment, "/b");
  await environment.put(`/v1/integrations/${_id}`, { active: false });
  await advance(environment, 5, "minutes");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  expect(provider.calls.map(({ path }) => path)).toEqual(["/a", "/b"]);
});
