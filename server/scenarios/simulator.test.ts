import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { givenSimulated, TEXT_STEPS, useSimulatorProgram } from "../testing/simulator-program.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();
const simulator = await useSimulatorProgram();

/** Creates the integration that the simulator describes, and ada's address at the vendor if it needs one. */
async function connect(environment: TestEnvironment, providerId: string): Promise<void> {
  const description = await simulator.described(providerId);
  await givenSimulated(environment, description);
  const { subscriberCredentials } = description;
  if (!subscriberCredentials) return;
  await environment.given.credentials("ada", providerId, subscriberCredentials);
}

/** The message that a trigger for ada causes. */
async function sent(environment: TestEnvironment, payload: object): Promise<any> {
  const transactionId = await environment.trigger("one", "ada", { payload });
  await environment.finished(transactionId);
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  return body.data[0];
}

async function connected(providerId: string): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("bare");
  await environment.given.subscriber("ada", { email: ada.email, phone: ada.phone });
  await connect(environment, providerId);
  const { channel } = await simulator.described(providerId);
  await environment.given.workflow("one", [TEXT_STEPS[channel as keyof typeof TEXT_STEPS]]);
  return environment;
}

const PROVIDERS = [
  "mailgun",
  "ses",
  "sendgrid",
  "twilio",
  "nexmo",
  "slack",
  "telegram",
  "whatsapp-business",
  "expo",
  "fcm",
  "web-push",
];

test.each(PROVIDERS)("%s: a message arrives, and the simulator shows it", async (providerId) => {
  const environment = await connected(providerId);
  const message = await sent(environment, { text: "Hello, Ada" });
  expect(message).toMatchObject({ status: "sent", providerId });
  const [line] = await simulator.shows(new RegExp(`.*${providerId} .*Hello, Ada.*`));
  expect(line).toMatch(/^\d\d:\d\d:\d\d {2}\S+ {2}.+ {2}"Hello, Ada" {2}20\d accepted/);
});

test("given a text with a case of the vendor, the vendor answers so", async () => {
  const environment = await connected("telegram");
  const message = await sent(environment, { text: "simulate-blocked-by-the-user" });
  expect(message).toMatchObject({ status: "error", errorText: expect.stringContaining("bot was blocked") });
  await simulator.shows(/telegram .*403 recipient_error: blocked by the user/);
});

test.each(["nodemailer", "emailjs"])("%s: a mail arrives by SMTP, and the simulator shows it", async (id) => {
  const environment = await connected(id);
  const message = await sent(environment, { text: `By ${id}, Grüße` });
  expect(message).toMatchObject({ status: "sent", providerId: id });
  const [line] = await simulator.shows(new RegExp(`.*By ${id}.*`));
  expect(line).toMatch(/ {2}nodemailer {2}ada@example\.com {2}"By \w+, Grüße" {2}250 accepted$/);
});

test("given a case in the address of a mail, the mail server refuses it so", async () => {
  const environment = await connected("nodemailer");
  await environment.given.subscriber("ada", { email: "simulate-recipient-error@example.com" });
  const message = await sent(environment, { text: "Hi" });
  expect(message).toMatchObject({ status: "error", errorId: expect.stringContaining("recipient") });
  await simulator.shows(/nodemailer {2}simulate-recipient-error@example\.com {2}550 5\.1\.1/);
});

test("given a wrong key, the vendor answers so and the line names the header", async () => {
  const environment = await service.newEnvironment("bare");
  const { credentials } = await simulator.described("sendgrid");
  const wrong = { providerId: "sendgrid", channel: "email", name: "Mail", active: true, check: false };
  await environment.post("/v1/integrations", {
    ...wrong,
    credentials: { ...credentials, apiKey: "SG.wrong" },
  });
  await environment.given.subscriber("ada", { email: ada.email });
  await environment.given.workflow("one", [TEXT_STEPS.email]);
  expect(await sent(environment, { text: "x" })).toMatchObject({
    status: "error",
    errorId: "provider_config_error",
  });
  await simulator.shows(/sendgrid .*401 config_error: the header authorization is wrong/);
});

test("an unknown vendor or path: 404, with the vendors that exist", async () => {
  const response = await fetch(`${simulator.url}/nothing/here`, { method: "POST" });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ vendors: expect.arrayContaining(["twilio", "slack"]) });
  const elsewhere = await fetch(`${simulator.url}/twilio/v9`, { method: "POST" });
  expect(elsewhere.status).toBe(404);
  expect(JSON.stringify(await elsewhere.json())).toContain("/2010-04-01/Accounts/AC123/Messages.json");
});

test("SIGTERM ends the program with 0", async () => {
  expect(await simulator.stop()).toBe(0);
});
