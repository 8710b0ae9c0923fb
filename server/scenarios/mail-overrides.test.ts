import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { email, inApp } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const web = await useHttpReceiver();
const service = await useTestService();

async function mailer() {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("email-webhook", {
    webhookUrl: `${web.url}/mail`,
    from: "us@example.org",
  });
  await environment.given.workflow("mail", [email("<p>Body</p>")]);
  return environment;
}

async function sent(overrides: object, to: unknown = ada) {
  const environment = await mailer();
  await environment.finished(await environment.trigger("mail", to, { overrides }));
  const { data } = (await environment.get("/v1/messages")).body;
  return { mail: web.calls.at(-1)?.body, message: data[0] };
}

test("overrides.email: adds recipients, replaces the contents, adds headers and data", async () => {
  const { mail, message } = await sent({
    email: {
      to: ["bob@example.com", "ADA@example.com", "Cem Ö. <cem@example.com>"],
      subject: "Other\nsubject",
      html: "<p>Other body</p>",
      text: "Other text",
      headers: { "X-Campaign": "spring", "List-Id": "<news.example.org>" },
      customData: { order: 7, tags: ["a"], plain: "text" },
      replyTo: "Help <help@example.com>",
    },
  });
  expect(mail).toMatchObject({
    to: ["ada@example.com", "bob@example.com", "cem@example.com"],
    subject: "Other subject",
    html: "<p>Other body</p>",
    text: "Other text",
    headers: { "X-Campaign": "spring", "List-Id": "<news.example.org>" },
    customData: { order: "7", tags: '["a"]', plain: "text" },
    replyTo: "help@example.com",
  });
  expect(message).toMatchObject({
    subject: "Other subject",
    content: "<p>Other body</p>",
    email: ada.email,
  });
});

test("overrides.email.text: without html, it replaces the HTML as well", async () => {
  const { mail } = await sent({ email: { text: "Tom & <Jerry>\nbye" } });
  expect(mail).toMatchObject({ html: "Tom &amp; &lt;Jerry&gt;<br>\nbye", text: "Tom & <Jerry>\nbye" });
});

test("overrides.email.to: reaches a subscriber without an address", async () => {
  const { mail, message } = await sent({ email: { to: "bob@example.com" } }, "no-address");
  expect(mail.to).toEqual(["bob@example.com"]);
  expect(message.email).toBe("bob@example.com");
});

test("overrides: a step's provider beats a provider, a provider beats a channel", async () => {
  const { mail } = await sent({
    email: { from: "a@example.org", subject: "email", replyTo: "a@example.org", senderName: "A" },
    channels: { email: { from: "b@example.org", subject: "channel", replyTo: "b@example.org" } },
    "email-webhook": { from: "c@example.org", subject: "provider id" },
    providers: { "email-webhook": { from: "d@example.org" } },
    steps: { mail: { providers: { "email-webhook": { cc: "e@example.org" } } } },
  });
  expect(mail).toMatchObject({
    from: "d@example.org",
    senderName: "A",
    subject: "provider id",
    replyTo: "b@example.org",
    cc: ["e@example.org"],
  });
});

test.each<[string, object]>([
  ["overrides.layoutIdentifier", { layoutIdentifier: "framed" }],
  ["overrides.email.layoutId", { email: { layoutId: "x" } }],
  ["overrides.channels.email.layoutId", { channels: { email: { layoutId: "x" } } }],
  ["overrides.steps.mail.layoutId", { steps: { mail: { layoutId: "x" } } }],
  ["overrides.email.to", { email: { to: ["ada@example.com", "no address"] } }],
  ["overrides.email.to", { email: { to: [7] } }],
  ["overrides.email.cc", { email: { cc: ["a@example.com\r\nBcc: b@example.com"] } }],
  ["overrides.email.from", { email: { from: "us" } }],
  ["overrides.email.subject", { email: { subject: { a: 1 } } }],
  ["overrides.email.senderName", { email: { senderName: "a\r\nBcc: b@example.com" } }],
  ["overrides.email.headers", { email: { headers: { "X-A": "1\r\nBcc: b@example.com" } } }],
  ["overrides.email.headers", { email: { headers: { Bcc: "b@example.com" } } }],
  ["overrides.email.headers", { email: { headers: { "Auto-Submitted": "no" } } }],
  ["overrides.email.headers", { email: { headers: { "X-A": 7 } } }],
  ["overrides.email.headers", { email: { headers: "X-A: 1" } }],
  ["overrides.email.customData", { email: { customData: ["a"] } }],
  ["overrides.sendgrid.headers", { sendgrid: { headers: { To: "b@example.com" } } }],
  ["overrides.providers.ses.bcc", { providers: { ses: { bcc: "b" } } }],
  ["overrides.providers.twilio", { providers: { twilio: "x" } }],
  ["overrides.steps.mail.providers.ses.html", { steps: { mail: { providers: { ses: { html: 1 } } } } }],
])("given an invalid %s, the trigger gets 422 and nothing is sent", async (field, overrides) => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("mail", [inApp("x")]);
  const event = { name: "mail", to: "ada", overrides };
  const refused = await environment.post("/v1/events/trigger", event);
  expect(refused.status, JSON.stringify(refused.body)).toBe(422);
  expect(Object.keys(refused.body.errors)).toEqual([field]);
  const bulk = await environment.post("/v1/events/trigger/bulk", {
    events: [event, { name: "mail", to: "bob" }],
  });
  expect(bulk.body).toMatchObject([
    { status: "error", error: [expect.stringContaining(field)] },
    { status: "processed" },
  ]);
  await environment.finished(bulk.body[1].transactionId);
  expect((await environment.get("/v1/messages")).body.data).toHaveLength(1);
});

test("overrides: null is the same as no override", async () => {
  const { mail } = await sent({
    layoutIdentifier: null,
    steps: { mail: { layoutId: null } },
    channels: { email: { layoutId: null } },
    email: { subject: null, to: null, headers: null },
  });
  expect(mail).toMatchObject({ subject: "News", to: [ada.email] });
});
