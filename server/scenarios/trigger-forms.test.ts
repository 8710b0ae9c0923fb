import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { statusesOf } from "../testing/job-readings.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { chat, email, inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const web = await useHttpReceiver();
const service = await useTestService();

/** Sends mails to `/<name>` on loopback. */
const givenMailer = (environment: TestEnvironment, name: string) =>
  environment.given.integration(
    "email-webhook",
    { webhookUrl: `${web.url}/${name}`, from: "us@example.org" },
    { identifier: name },
  );

test("payload: is checked by the workflow's schema and filled with its defaults", async () => {
  const environment = await service.newEnvironment();
  const properties = { name: { type: "string" }, times: { type: "integer", default: 3 } };
  const payloadSchema = { type: "object", properties, required: ["name"] };
  await environment.given.workflow("checked", [inApp("{{payload.name}} {{payload.times}}")], {
    payloadSchema,
    validatePayload: true,
  });
  const refused = await environment.post("/v1/events/trigger", {
    name: "checked",
    to: "ada",
    payload: { times: "x" },
  });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    type: "PAYLOAD_VALIDATION_ERROR",
    message: expect.stringContaining("name"),
  });
  await environment.finished(await environment.trigger("checked", "ada", { payload: { name: "Ada" } }));
  expect((await environment.get("/v1/messages")).body.data.map((message: any) => message.content)).toEqual([
    "Ada 3",
  ]);
});

test("overrides: change the recipient, the sender, the integration and the provider's request", async () => {
  const environment = await service.newEnvironment("bare");
  for (const name of ["first", "second"]) await givenMailer(environment, name);
  await environment.given.workflow("mail", [email("<p>x</p>")]);
  const overrides = {
    email: { toRecipient: "boss@example.com", integrationIdentifier: "second", cc: ["copy@example.com"] },
    providers: {
      "email-webhook": {
        from: "other@example.org",
        _passthrough: { body: { campaign: "c1" }, headers: { "X-Extra": "1" }, query: { a: "b" } },
      },
    },
    steps: { mail: { providers: { "email-webhook": { senderName: "The Step" } } } },
  };
  const answer = await environment.post("/v1/events/trigger", { name: "mail", to: ada, overrides });
  await environment.finished(answer.body.transactionId);
  const call = web.calls.at(-1);
  expect(call?.path).toBe("/second?a=b");
  expect(call?.headers["x-extra"]).toBe("1");
  expect(call?.body).toMatchObject({
    to: ["boss@example.com"],
    cc: ["copy@example.com"],
    from: "other@example.org",
    senderName: "The Step",
    campaign: "c1",
  });
});

test("attachments: reach the provider and are not part of the message's payload", async () => {
  const environment = await service.newEnvironment("bare");
  await givenMailer(environment, "files");
  await environment.given.workflow("mail", [email("<p>x</p>")]);
  const file = Buffer.from("hello file").toString("base64");
  const attachments = [
    { name: "a.txt", mime: "text/plain", file },
    { name: "no.txt", mime: "text/plain", file, channels: ["sms"] },
  ];
  await environment.finished(await environment.trigger("mail", ada, { payload: { attachments, kept: 1 } }));
  const sent = web.calls.at(-1)?.body.attachments;
  expect(sent).toEqual([expect.objectContaining({ name: "a.txt", mime: "text/plain", file })]);
  expect((await environment.get("/v1/messages")).body.data[0].payload).toEqual({ kept: 1 });
});

test("severity and contexts of a trigger: reach the notification and its messages", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow(
    "where",
    [inApp("{{ context.tenant.data.plan }} {{ context.tenant.id }}")],
    { severity: "low" },
  );
  const context = { tenant: { id: "acme", data: { plan: "gold" } }, app: "web" };
  const send = async (more: object) => {
    const { body } = await environment.post("/v1/events/trigger", { name: "where", to: "ada", ...more });
    return (await environment.finished(body.transactionId))[0];
  };
  const first = await send({ context, overrides: { severity: "high" } });
  expect(first).toMatchObject({ severity: "high", contextKeys: ["app:web", "tenant:acme"] });
  expect((await send({ context: { tenant: "acme" } })).severity).toBe("low");
  const { data } = (await environment.get("/v1/messages")).body;
  expect(data.map((message: any) => message.content)).toEqual(["gold acme", "gold acme"]);
  expect(data[1].contextKeys).toEqual(["app:web", "tenant:acme"]);
});

test("a recipient: can bring its own chat address", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("chat-webhook");
  await environment.given.workflow("talk", [chat("hi")]);
  const channels = [{ providerId: "chat-webhook", credentials: { webhookUrl: `${web.url}/brought` } }];
  const [run] = await environment.finished(
    await environment.trigger("talk", { subscriberId: "ada", channels }),
  );
  expect(statusesOf(run)).toEqual(["completed"]);
  expect(web.calls.at(-1)?.path).toBe("/brought");
});
