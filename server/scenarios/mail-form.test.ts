import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { useHttpReceiver, useSmtpReceiver } from "../testing/receivers.ts";
import { email, inApp } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const web = await useHttpReceiver();
const smtp = await useSmtpReceiver();
const service = await useTestService();

const base64 = (text: string) => Buffer.from(text).toString("base64");
const file = base64("hello file");
const CALENDAR = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n";

async function mailer() {
  const environment = await service.newEnvironment("bare");
  const account = { host: "127.0.0.1", port: String(smtp.port), from: "us@example.org" };
  await environment.given.integration("nodemailer", account);
  await environment.given.workflow("mail", [email("<p>Come!</p>")]);
  return environment;
}

test("addresses: quoted names and all reply-to addresses reach the mail server as they are meant", async () => {
  const environment = await mailer();
  const named = (address: string) => `"John \\"JD\\" <Doe>" <${address}>`;
  const replyTo = [named("reply@example.com"), "sales@example.com"];
  const overrides = {
    email: {
      to: named("to@example.com"),
      cc: named("cc@example.com"),
      from: named("from@example.org"),
      replyTo,
    },
  };
  await environment.finished(await environment.trigger("mail", ada, { overrides }));
  const name = 'John "JD" <Doe>';
  expect(smtp.mails.at(-1)?.mail).toMatchObject({
    from: { address: "from@example.org", name },
    to: [{ address: ada.email }, { address: "to@example.com", name }],
    cc: [{ address: "cc@example.com", name }],
    replyTo: [{ address: "reply@example.com", name }, { address: "sales@example.com" }],
  });
});

test("attachments: the type of a file and an invitation reach the mail server as they were given", async () => {
  const environment = await mailer();
  const attachments = [
    { name: "a.csv", mime: "text/csv; charset=utf-8", file },
    { name: "invite.ics", mime: "text/calendar; method=REQUEST; charset=UTF-8", file: base64(CALENDAR) },
    { name: "note.txt", file: file.replace(/=+$/, "") },
  ];
  await environment.finished(await environment.trigger("mail", ada, { payload: { attachments } }));
  const source = String(smtp.sources.at(-1));
  expect(source).toMatch(/^Content-Type: text\/csv; charset=utf-8; name=a\.csv\r$/m);
  expect(source).toMatch(/^Content-Type: text\/calendar; charset=UTF-8; method=REQUEST\r$/m);
  expect(source).toMatch(/^Content-Type: application\/octet-stream; name=note\.txt\r$/m);
});

test("attachments: a program of yours gets the type with its parameters", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("email-webhook", { webhookUrl: web.url, from: "us@example.org" });
  await environment.given.workflow("mail", [email("x")]);
  const attachments = [{ name: "a.csv", mime: "text/csv;charset=UTF-8", file }];
  await environment.finished(await environment.trigger("mail", ada, { payload: { attachments } }));
  expect(web.calls.at(-1)?.body.attachments).toEqual([
    { name: "a.csv", mime: "text/csv;charset=UTF-8", file },
  ]);
});

const one = { name: "a.txt", mime: "text/plain", file };
const amp = { name: "a", mime: "text/x-amp-html", file: base64("<html amp4email></html>") };

test.each<[string, unknown[]]>([
  ["0.mime", [{ ...one, mime: "" }]],
  ["0.mime", [{ ...one, mime: "pdf" }]],
  ["0.mime", [{ ...one, mime: 7 }]],
  ["0.mime", [{ ...one, mime: "text/plain; charset" }]],
  ["0.mime", [{ ...one, mime: "text/plain\r\nBcc: eve@example.com" }]],
  ["0.mime", [{ ...one, mime: "multipart/mixed; boundary=a" }]],
  ["1.mime", [one, { ...one, mime: "text/plain; charset=utf-8; charset=us-ascii" }]],
  ["2.mime", ["a text", amp, amp]],
  ["0.file", [{ name: "a.txt", mime: "text/plain" }]],
  ["0.file", [{ ...one, file: null }]],
  ["0.file", [{ ...one, file: "" }]],
  ["0.file", [{ ...one, file: { type: "Buffer", data: [1] } }]],
  ["0.file", [{ ...one, file: `data:text/plain;base64,${file}` }]],
  ["0.file", [{ ...one, file: "not base64!" }]],
  ["0.file", [{ ...one, file: "aGk=aGk=" }]],
  ["0.file", [{ ...amp, mime: "text/x-amp-html; charset=iso-8859-1" }]],
  ["0.file", [{ ...amp, file: Buffer.from([0xe4, 0x3c]).toString("base64") }]],
  ["0.name", [{ ...one, name: 7 }]],
  ["0.cid", [{ ...one, cid: "a b" }]],
  ["0.channels", [{ ...one, channels: "email" }]],
  ["0.channels", [{ ...one, channels: ["mail"] }]],
])(
  "given an attachment with an invalid %s, the trigger gets 422 and nothing is stored: %j",
  async (member, attachments) => {
    const environment = await service.newEnvironment();
    await environment.given.workflow("mail", [inApp("x"), email("x")]);
    const event = { name: "mail", to: "ada", payload: { attachments } };
    const field = `payload.attachments.${member}`;
    for (const path of ["/v1/events/trigger", "/v1/events/trigger/explain", "/v1/events/trigger/broadcast"]) {
      const refused = await environment.post(path, event);
      expect(refused.status, `${path}: ${JSON.stringify(refused.body)}`).toBe(422);
      expect(Object.keys(refused.body.errors)).toEqual([field]);
      expect(refused.body.errors[field].messages).toEqual([expect.stringContaining(`${field} must`)]);
    }
    const bulk = await environment.post("/v1/events/trigger/bulk", { events: [event] });
    expect(bulk.body).toMatchObject([{ status: "error", error: [expect.stringContaining(field)] }]);
    expect((await environment.get("/v1/notifications")).body.data).toEqual([]);
  },
);

test.each<[string, unknown]>([
  ["a text", "see the web page"],
  ["a list of texts", ["a.pdf", "b.pdf"]],
  ["a list of records", [{ id: 7, url: "https://example.com/a.pdf" }]],
  ["null for what may be left out", [{ ...one, mime: null, name: null, cid: null, channels: null }]],
  ["bytes with line breaks", [{ ...one, file: "aGVs\r\nbG8=\r\n" }]],
  ["the letters of URLs", [{ ...one, file: Buffer.from([0xfb, 0xff, 0xfe]).toString("base64url") }]],
  ["no file for mails", [{ ...one, mime: "multipart/mixed", channels: ["sms"] }]],
])("attachments: %s is no fault", async (_name, attachments) => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("mail", [email("x")]);
  const answer = await environment.post("/v1/events/trigger", {
    name: "mail",
    to: ada,
    payload: { attachments },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const [run] = await environment.finished(answer.body.transactionId);
  expect(run.jobs[0].status).toBe("completed");
});

test("attachments: a workflow without mails may have any list of that name", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("app", [inApp("{{ payload.attachments[0].mime }}")]);
  const attachments = [{ mime: "pdf", file: 7 }];
  await environment.finished(await environment.trigger("app", ada, { payload: { attachments } }));
  expect((await environment.get("/v1/messages")).body.data[0].content).toBe("pdf");
});
