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

test("overrides.email.replyTo: a list reaches the provider whole", async () => {
  const { mail } = await sent({ email: { replyTo: ["Help <help@example.com>", "sales@example.com", ""] } });
  expect(mail.replyTo).toEqual(["help@example.com", "sales@example.com"]);
});

test("overrides.email: an address that is named several times gets one mail", async () => {
  const { mail } = await sent({
    email: {
      to: [ada.email.toUpperCase(), "bob@bücher.example"],
      cc: ["BOB@xn--bcher-kva.example", "cem@example.com"],
      bcc: ["Cem@example.com", ada.email],
    },
  });
  expect(mail).toMatchObject({ to: [ada.email, "bob@bücher.example"], cc: ["cem@example.com"] });
  expect(mail).not.toHaveProperty("bcc");
});

test("overrides.email: a quoted name is read as it is meant", async () => {
  const { mail } = await sent({
    email: { from: '"The \\"Desk\\" <EU>" <desk@example.org>', cc: '"J \\"D\\"" <jd@example.com>' },
  });
  expect(mail).toMatchObject({
    from: "desk@example.org",
    senderName: 'The "Desk" <EU>',
    cc: ["jd@example.com"],
  });
});

test("overrides: headers, data and the request of several layers are merged by name", async () => {
  const { mail } = await sent({
    email: {
      headers: { "X-A": "email", "X-B": "email", "X-C": "email" },
      customData: { a: "email", b: "email" },
      _passthrough: { headers: { "X-Trace": "email" }, query: { a: "email", b: "email" } },
    },
    channels: { email: { headers: { "x-b": "channel" } } },
    providers: {
      "email-webhook": {
        headers: { "X-C": "provider", "X-D": "provider" },
        customData: { b: "provider" },
        _passthrough: { body: { one: 1 }, query: { b: "provider" } },
      },
    },
    steps: {
      mail: {
        providers: {
          "email-webhook": {
            headers: { "X-D": "step" },
            _passthrough: { body: { two: 2 }, headers: { "x-trace": "step" } },
          },
        },
      },
    },
  });
  expect(mail.headers).toEqual({
    "Auto-Submitted": "auto-generated",
    "X-A": "email",
    "x-b": "channel",
    "X-C": "provider",
    "X-D": "step",
  });
  expect(mail).toMatchObject({ customData: { a: "email", b: "provider" }, one: 1, two: 2 });
  const call = web.calls.at(-1);
  expect(call?.path).toBe("/mail?a=email&b=provider");
  expect(call?.headers["x-trace"]).toBe("step");
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
  ["overrides.email.integrationIdentifier", { email: { integrationIdentifier: 7 } }],
  ["overrides.sms.to", { sms: { to: 31600000001 } }],
  ["overrides.providers.twilio.from", { providers: { twilio: { from: ["+31"] } } }],
  [
    "overrides.providers.mailjet.replyTo",
    { providers: { mailjet: { replyTo: ["a@b.example", "b@b.example"] } } },
  ],
  ["overrides.in_app", { in_app: [] }],
  ["overrides.push._passthrough", { push: { _passthrough: "x" } }],
  ["overrides.slack._passthrough.body", { slack: { _passthrough: { body: [] } } }],
  ["overrides.email._passthrough.query", { email: { _passthrough: { query: { a: 1 } } } }],
  ["overrides.email._passthrough.headers", { email: { _passthrough: { headers: { "X-A": "€" } } } }],
  [
    "overrides.channels.chat._passthrough.headers",
    { channels: { chat: { _passthrough: { headers: { Host: "x" } } } } },
  ],
  [
    "overrides.providers.ses._passthrough.headers",
    { providers: { ses: { _passthrough: { headers: { "X A": "1" } } } } },
  ],
  [
    "overrides.steps.mail.providers.ses._passthrough.headers",
    { steps: { mail: { providers: { ses: { _passthrough: { headers: { "X-A": "1\r\nX-B: 2" } } } } } } },
  ],
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
    email: { subject: null, to: null, headers: null, _passthrough: null },
    sms: { to: null, _passthrough: { body: null, headers: { "X-A": null }, query: null } },
  });
  expect(mail).toMatchObject({ subject: "News", to: [ada.email] });
});
