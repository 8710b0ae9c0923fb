import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { useHttpReceiver, useSmtpReceiver } from "../testing/receivers.ts";
import { chat, email, inApp, push, sms } from "../testing/steps.ts";
import { startTestService, useTestService } from "../testing/test-service.ts";

const smtp = await useSmtpReceiver({ user: "tidings", password: "pass word" });
const web = await useHttpReceiver((call, response) => {
  if (call.path === "/down") response.writeHead(500);
  response.end(JSON.stringify({ data: { id: "sms-1" } }));
});
const service = await useTestService();

const smtpCredentials = (more: object = {}) => ({
  host: "127.0.0.1",
  port: String(smtp.port),
  user: "tidings",
  password: "pass word",
  secure: false,
  ignoreTls: true,
  from: "news@example.org",
  senderName: "The News",
  ...more,
});
const UNCHECKED = { check: false };

test("SMTP: the mail arrives with its addresses, subject, HTML and a stable id", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("nodemailer", smtpCredentials(), UNCHECKED);
  await environment.given.workflow("one", [
    email("<p>{{payload.text}}</p>", { subject: "Hi {{subscriber.firstName}} & co" }),
  ]);
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
  await environment.given.integration("nodemailer", smtpCredentials({ password: "wrong" }), UNCHECKED);
  await environment.given.workflow("one", [email("x")]);
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
  await environment.given.workflow("one", [email("x")]);
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
  await environment.given.workflow("one", [sms("x"), inApp("y")]);
  const [notification] = await environment.finished(await environment.trigger("one", ada));
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["failed", "completed"]);
  expect(notification.jobs[0].executionDetails.at(-1).detail).toBe(
    "Subscriber does not have an active integration",
  );
});

test("e-mail by webhook: has an idempotency key and a signature that the receiver can verify", async () => {
  const environment = await service.newEnvironment("bare");
  const credentials = { webhookUrl: `${web.url}/mail`, secretKey: "signing secret" };
  await environment.given.integration("email-webhook", credentials, UNCHECKED);
  await environment.given.workflow("one", [email("<p>x</p>", { subject: "Hi" })]);
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
  await environment.given.integration("generic-sms", credentials, UNCHECKED);
  await environment.given.workflow("one", [sms("Hi {{subscriber.firstName}}")]);
  const [notification] = await environment.finished(await environment.trigger("one", ada));
  const call = web.calls.find(({ path }) => path === "/sms");
  expect(call?.headers["x-api-key"]).toBe("k");
  expect(call?.body).toMatchObject({ to: "+31600000001", content: "Hi Ada" });
  expect(notification.jobs[0].executionDetails.at(-1).raw).toContain("sms-1");
});

test("chat and push: go to the subscriber's webhook URL and device tokens", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("chat-webhook");
  await environment.given.integration("push-webhook", `${web.url}/push`);
  await environment.given.subscriber("ada");
  const path = "/v1/subscribers/ada/credentials";
  const address = { webhookUrl: `${web.url}/chat`, channel: "general" };
  await environment.given.credentials("ada", "chat-webhook", address);
  const tokens = (list: string[]) => ({ providerId: "push-webhook", credentials: { deviceTokens: list } });
  await environment.put(path, tokens(["t1"]));
  const appended = await environment.patch(path, tokens(["t2", "t1"]));
  expect(appended.body.channels.at(-1).credentials.deviceTokens).toEqual(["t1", "t2"]);
  await environment.given.workflow("one", [chat("hello chat"), push("hello push", { subject: "T" })]);
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
  await environment.given.integration("email-webhook", credentials, UNCHECKED);
  await environment.given.workflow("one", [{ ...email("x"), delivery: { maxAttempts: 1 } }]);
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
  const hook = (name: string) =>
    environment.given.integration("email-webhook", `${web.url}/${name}`, { identifier: name, ...UNCHECKED });
  const first = await hook("first");
  await hook("second");
  await hook("third");
  expect(first.primary).toBe(true);
  await environment.given.workflow("one", [email("x")]);
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
  const refused = environment.given.integration("email-webhook", credentials, UNCHECKED);
  await expect(refused).rejects.toThrow("TIDINGS_OUTBOUND_ALLOW");
  // A chat address belongs to the subscriber: it is checked when a message is sent to it.
  await environment.given.integration("chat-webhook");
  await environment.given.subscriber("ada");
  await environment.given.credentials("ada", "chat-webhook", credentials);
  await environment.given.workflow("one", [chat("x")]);
  const [notification] = await environment.finished(await environment.trigger("one", ada));
  expect(notification.jobs[0].status).toBe("failed");
  expect(web.calls.map((call) => call.path)).not.toContain("/guarded");
  await guarded.close();
});

test("GET /v1/providers: lists every provider with its credentials, and no values", async () => {
  const environment = await service.newEnvironment();
  const credentials = { webhookUrl: "https://secret.test/hook", secretKey: "a-secret" };
  await environment.given.integration("push-webhook", credentials);
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
