import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { useSmtpReceiver } from "../testing/receivers.ts";
import { email } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const smtp = await useSmtpReceiver();
const service = await useTestService();

/** The mail of an e-mail step as an SMTP server receives it, and its message as the API shows it. */
async function received(step: object, overrides: object = {}) {
  const environment = await service.newEnvironment("bare");
  const credentials = { host: "127.0.0.1", port: String(smtp.port), from: "us@example.org" };
  await environment.given.integration("nodemailer", credentials);
  await environment.given.workflow("mail", [step]);
  await environment.finished(
    await environment.trigger("mail", ada, { payload: { name: "Tom & Ada" }, overrides }),
  );
  const { data } = (await environment.get("/v1/messages")).body;
  const { mail } = smtp.mails.at(-1) ?? {};
  return { message: data[0], mail, header: (name: string) => headerOf(mail, name) };
}

const headerOf = (mail: any, name: string) => mail.headers.find((one: any) => one.key === name)?.value;

test("a mail: has a text part made from its HTML, and headers of an automatic mail", async () => {
  const body = '<h1>Hello</h1><p>Dear {{payload.name}},<br>see <a href="https://example.org/a">this</a>.</p>';
  const { mail, header, message } = await received(email(body, { subject: "Grüße" }));
  expect(header("content-type")).toMatch(/^multipart\/alternative/);
  expect(header("auto-submitted")).toBe("auto-generated");
  expect(mail?.messageId).toMatch(/^<[a-z2-7]{32}@example\.org>$/);
  expect(mail?.subject).toBe("Grüße");
  expect(mail?.text?.trim()).toBe("Hello\n\nDear Tom & Ada,\nsee this [https://example.org/a].");
  expect(mail?.html).toContain("<p>Dear Tom &amp; Ada,<br>");
  expect(message.content).toBe(body.replace("{{payload.name}}", "Tom &amp; Ada"));
});

test("style blocks: are copied into the elements and stay; links to style sheets are not loaded", async () => {
  const { mail, message } = await received(
    email(
      `<html><head><style>p { color: red } @media (max-width: 1px) { p { color: blue } }</style>
       <link rel="stylesheet" href="http://127.0.0.1:1/a.css"></head><body><p>Hi</p></body></html>`,
    ),
  );
  expect(mail?.html).toContain('<p style="color: red;">Hi</p>');
  expect(mail?.html).toContain("@media (max-width: 1px)");
  expect(mail?.text?.trim()).toBe("Hi");
  expect(message.content).toContain('<p style="color: red;">Hi</p>');
});

test("preheader: is a hidden first line of the HTML, and no part of the text", async () => {
  const body = '<html><body class="a"><p>Hi</p></body></html>';
  const { mail } = await received(email(body, { preheader: "For {{payload.name}}" }));
  expect(mail?.html).toMatch(
    /<body class="a"><div data-preheader style="display:none[^"]*">For Tom &amp; Ada(?:&#847;&zwnj;&nbsp;)+<\/div><p>Hi/,
  );
  expect(mail?.text?.trim()).toBe("Hi");
});

test("a given text: is sent as it is", async () => {
  const { mail } = await received(email("<p>Hi</p>"), { email: { html: "<b>Other</b>", text: "Mine" } });
  expect([mail?.html?.trim(), mail?.text?.trim()]).toEqual(["<b>Other</b>", "Mine"]);
});
