import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type HttpReceiver,
  openHttpReceiver,
  openSmtpReceiver,
  type SmtpReceiver,
} from "../testing/receivers.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let smtp: SmtpReceiver;
let web: HttpReceiver;
beforeAll(async () => {
  smtp = await openSmtpReceiver({ user: "tidings", password: "pass word" });
  web = await openHttpReceiver((call, response) => {
    if (call.path === "/down") response.writeHead(500);
    response.end(JSON.stringify({ data: { id: "sms-1" } }));
  });
  service = await startTestService();
});
afterAll(async () => {
  await service.close();
  await smtp.close();
  await web.close();
});

const ada = { subscriberId: "ada", firstName: "Ada", email: "ada@example.com", phone: "+31600000001" };

async function integrate(environment: TestEnvironment, integration: object): Promise<any> {
  const { status, body } = await environment.post("/v1/integrations", {
    active: true,
    check: false,
    ...integration,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

async function oneStep(
  environment: TestEnvironment,
  type: string,
  controlValues: object,
  delivery: object = {},
): Promise<void> {
  const steps = [{ name: type, stepId: "step", type, controlValues, delivery }];
  const { status, body } = await environment.post("/v2/workflows", {
    name: type,
    workflowId: "one",
    steps,
    __source: "test",
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
}

const smtpIntegration = (credentials: object = {}) => ({
  providerId: "nodemailer",
  channel: "email",
  name: "Mail",
  credentials: {
    host: "127.0.0.1",
    port: String(smtp.port),
    user: "tidings",
    password: "pass word",
    secure: false,
    ignoreTls: true,
    from: "news@example.org",
    senderName: "The News",
    ...credentials,
  },
});

test("SMTP: the mail arrives with its addresses, subject, HTML and a stable id", async () => {
  const environment = await service.newEnvironment("bare");
  await integrate(environment, smtpIntegration());
  await oneStep(environment, "email", {
    subject: "Hi {{subscriber.firstName}} & co",
    body: "<p>{{payload.text}}</p>",
  });
  const transactionId = await environment.trigger("one", ada, {
    payload: { text: "<script>alert(1)</script>" },
  });
  await environment.finished(transactionId);
  expect(smtp.mails).toHaveLength(1);
  const { from, to, mail } = smtp.mails[0] as (typeof smtp.mails)[0];
  expect(from).toBe("news@example.org");
  expect(to).toEqual(["ada@example.com"]);
  expect(mail.from).toMatchObject({ address: "news@example.org", name: "The News" });
  expect(mail.subject).toBe("Hi Ada & co");
  expect(mail.html).toContain("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
  expect(mail.messageId).toMatch(/^<[a-z2-7]{32}@/);

  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  expect(body.data[0]).toMatchObject({
    channel: "email",
    status: "sent",
    providerId: "nodemailer",
    email: "ada@example.com",
  });
});

test("given wrong SMTP credentials, the event reports them and the message has the error", async () => {
  const environment = await service.newEnvironment("bare");
  await integrate(environment, smtpIntegration({ password: "wrong" }));
  await oneStep(environment, "email", { subject: "Hi", body: "x" });
  const transactionId = await environment.trigger("one", ada);
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("failed");
  const last = notification.jobs[0].executionDetails.at(-1);
  expect(last).toMatchObject({ status: "Failed", source: "Credentials", providerId: "nodemailer" });
  expect(JSON.stringify(notification)).not.toContain('wrong"');
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  expect(body.data[0]).toMatchObject({ status: "error", errorId: "provider_config_error" });
});

test("given a subscriber without an address, the message has the error", async () => {
  const environment = await service.newEnvironment();
  await oneStep(environment, "email", { subject: "Hi", body: "x" });
  const transactionId = await environment.trigger("one", "nobody");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].executionDetails.at(-1)).toMatchObject({
    status: "Failed",
    detail: "Subscriber missing email address",
  });
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  expect(body.data[0]).toMatchObject({ status: "error", errorId: "mail_unexpected_error" });
});

test("given a channel without an integration, its step fails with the reason and the run continues", async () => {
  const environment = await service.newEnvironment();
  const steps = [
    { name: "s", stepId: "s", type: "sms", controlValues: { body: "x" } },
    { name: "i", stepId: "i", type: "in_app", controlValues: { subject: "x", body: "y" } },
  ];
  await environment.post("/v2/workflows", { name: "w", workflowId: "one", steps, __source: "test" });
  const [notification] = await environment.finished(await environment.trigger("one", ada));
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["failed", "completed"]);
  expect(notification.jobs[0].executionDetails.at(-1).detail).toBe(
    "Subscriber does not have an active integration",
  );
});

test("e-mail by webhook: has an idempotency key and a signature that the receiver can verify", async () => {
  const environment = await service.newEnvironment("bare");
  const credentials = { webhookUrl: `${web.url}/mail`, secretKey: "signing secret" };
  await integrate(environment, { providerId: "email-webhook", channel: "email", name: "Hook", credentials });
  await oneStep(environment, "email", { subject: "Hi", body: "<p>x</p>" });
  await environment.finished(await environment.trigger("one", ada));
  const call = web.calls.find(({ path }) => path === "/mail");
  expect(call?.body).toMatchObject({ subject: "Hi", html: "<p>x</p>" });
  expect(call?.headers["idempotency-key"]).toMatch(/^[a-z2-7]{32}$/);
  const signature = createHmac("sha256", "signing secret").update(JSON.stringify(call?.body)).digest("hex");
  expect(call?.headers["x-tidings-signature"]).toBe(signature);
});

test("SMS by HTTP gateway: has the configured headers, and the gateway's id is recorded", async () => {
  const environment = await service.newEnvironment("bare");
  const credentials = {
    baseUrl: `${web.url}/sms`,
    apiKeyRequestHeader: "X-Api-Key",
    apiKey: "k",
    idPath: "data.id",
    from: "Tidings",
    secretKeyRequestHeader: "X-Secret",
    secretKey: "s",
    datePath: "data.date",
  };
  await integrate(environment, { providerId: "generic-sms", channel: "sms", name: "Gateway", credentials });
  await oneStep(environment, "sms", { body: "Hi {{subscriber.firstName}}" });
  const [notification] = await environment.finished(await environment.trigger("one", ada));
  const call = web.calls.find(({ path }) => path === "/sms");
  expect(call?.headers["x-api-key"]).toBe("k");
  expect(call?.body).toMatchObject({ to: "+31600000001", content: "Hi Ada" });
  expect(notification.jobs[0].executionDetails.at(-1).raw).toContain("sms-1");
});

test("chat and push: go to the subscriber's webhook URL and device tokens", async () => {
  const environment = await service.newEnvironment("bare");
  await integrate(environment, {
    providerId: "chat-webhook",
    channel: "chat",
    name: "Chat",
    credentials: {},
  });
  const push = { webhookUrl: `${web.url}/push` };
  await integrate(environment, {
    providerId: "push-webhook",
    channel: "push",
    name: "Push",
    credentials: push,
  });
  await environment.post("/v2/subscribers", ada);
  const path = "/v1/subscribers/ada/credentials";
  const chat = {
    providerId: "chat-webhook",
    credentials: { webhookUrl: `${web.url}/chat`, channel: "general" },
  };
  expect((await environment.put(path, chat)).status).toBe(200);
  const tokens = (list: string[]) => ({ providerId: "push-webhook", credentials: { deviceTokens: list } });
  await environment.put(path, tokens(["t1"]));
  const appended = await environment.patch(path, tokens(["t2", "t1"]));
  expect(appended.body.channels.at(-1).credentials.deviceTokens).toEqual(["t1", "t2"]);
  const steps = [
    { name: "c", stepId: "c", type: "chat", controlValues: { body: "hello chat" } },
    { name: "p", stepId: "p", type: "push", controlValues: { subject: "T", body: "hello push" } },
  ];
  await environment.post("/v2/workflows", { name: "w", workflowId: "one", steps, __source: "test" });
  const transactionId = await environment.trigger("one", "ada");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
  expect(web.calls.find((call) => call.path === "/chat")?.body).toMatchObject({
    content: "hello chat",
    channel: "general",
  });
  expect(web.calls.find((call) => call.path === "/push")?.body).toMatchObject({
    target: ["t1", "t2"],
    title: "T",
  });
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}&channel=push`);
  expect(body.data[0]).toMatchObject({ deviceTokens: ["t1", "t2"], title: "T", content: "hello push" });
});

test("given a failing provider, the step fails with its answer and without secrets", async () => {
  const environment = await service.newEnvironment("bare");
  const credentials = { webhookUrl: `${web.url}/down`, secretKey: "never shown" };
  await integrate(environment, { providerId: "email-webhook", channel: "email", name: "Hook", credentials });
  await oneStep(environment, "email", { subject: "Hi", body: "x" }, { maxAttempts: 1 });
  const [notification] = await environment.finished(await environment.trigger("one", ada));
  expect(notification.jobs[0].status).toBe("failed");
  expect(notification.jobs[0].executionDetails.at(-1)).toMatchObject({
    detail: "Unexpected provider error",
    source: "Webhook",
  });
  expect(JSON.stringify(notification)).not.toContain("never shown");
});

test("given a deleted primary, the remaining integration of the highest priority sends", async () => {
  const environment = await service.newEnvironment("bare");
  const hook = (name: string) => ({
    providerId: "email-webhook",
    channel: "email",
    name,
    identifier: name,
    credentials: { webhookUrl: `${web.url}/${name}` },
  });
  const first = await integrate(environment, hook("first"));
  await integrate(environment, hook("second"));
  await integrate(environment, hook("third"));
  expect(first.primary).toBe(true);
  await oneStep(environment, "email", { subject: "Hi", body: "x" });
  const gone = await environment.delete(`/v1/integrations/${first._id}`);
  expect(gone.status).toBe(200);
  expect(gone.body.map((one: any) => one.identifier)).toEqual(["second", "third"]);
  expect((await environment.delete(`/v1/integrations/${first._id}`)).status).toBe(404);
  await environment.finished(await environment.trigger("one", ada));
  const paths = web.calls.map((call) => call.path);
  expect(paths).not.toContain("/first");
  expect(paths.includes("/second") || paths.includes("/third")).toBe(true);
  expect((await environment.delete("/v1/integrations/second")).status).toBe(200);
  expect((await environment.delete("/v1/integrations/third")).body).toEqual([]);
});

test("outgoing calls to private addresses: are refused unless they are allowed", async () => {
  const guarded = await startTestService({ outboundAllow: "" });
  const environment = await guarded.newEnvironment("bare");
  const credentials = { webhookUrl: `${web.url}/guarded` };
  const hook = { providerId: "email-webhook", channel: "email", name: "Hook", credentials };
  await expect(integrate(environment, hook)).rejects.toThrow("TIDINGS_OUTBOUND_ALLOW");
  // A chat address belongs to the subscriber: it is checked when a message is sent to it.
  await integrate(environment, { providerId: "chat-webhook", channel: "chat", name: "Chat" });
  await environment.post("/v2/subscribers", ada);
  const chat = { providerId: "chat-webhook", credentials };
  expect((await environment.put("/v1/subscribers/ada/credentials", chat)).status).toBe(200);
  await oneStep(environment, "chat", { body: "x" });
  const [notification] = await environment.finished(await environment.trigger("one", ada));
  expect(notification.jobs[0].status).toBe("failed");
  expect(web.calls.map((call) => call.path)).not.toContain("/guarded");
  await guarded.close();
});

test("GET /v1/providers: lists every provider with its credentials, and no values", async () => {
  const environment = await service.newEnvironment();
  const credentials = { webhookUrl: "https://secret.test/hook", secretKey: "a-secret" };
  await integrate(environment, { providerId: "push-webhook", channel: "push", credentials });
  const { status, body } = await environment.get("/v1/providers");
  expect(status).toBe(200);
  expect(body.map(({ id }: any) => id)).toEqual(expect.arrayContaining(["svc", "svc-email", "nodemailer"]));
  const push = body.find(({ id }: any) => id === "push-webhook");
  expect(push).toMatchObject({ channel: "push", displayName: "Push webhook" });
  const stated = push.fields.map(({ name, isSecret, isRequired }: any) => [name, isSecret, isRequired]);
  expect(stated).toEqual([
    ["webhookUrl", true, true],
    ["secretKey", true, false],
  ]);
  expect(JSON.stringify(body)).not.toMatch(/secret\.test|a-secret/);
});
