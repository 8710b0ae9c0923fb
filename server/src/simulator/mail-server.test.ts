import { afterAll, expect, test } from "vitest";
import { providerIo } from "../../testing/provider-io.ts";
import { systemTime } from "../foundation/clock.ts";
import { parseOutboundAllow } from "../outbound/allow-list.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { createSmtp, SMTP_TIMEOUTS } from "../providers/email/smtp.ts";
import type { Credentials, SendOutcome } from "../providers/provider.ts";
import { COMMON_CASES } from "./choose-response.ts";
import type { VendorDescription } from "./describe-vendor.ts";
import { subjectOf } from "./mail-subject.ts";
import type { Shown } from "./shown.ts";
import { startSimulator } from "./simulator.ts";

const lines: Shown[] = [];
const outbound = createOutbound({ allow: parseOutboundAllow("127.0.0.0/8"), time: systemTime });
const simulator = await startSimulator({
  cases: [],
  port: 0,
  smtpPort: 0,
  time: systemTime,
  call: outbound.request,
  show: (line) => lines.push(line),
});
const smtp = createSmtp({ timeouts: SMTP_TIMEOUTS, time: systemTime });
/** For the mail that is never answered; a busy machine needs a part of the time until it has sent it. */
const hasty = createSmtp({ timeouts: { ...SMTP_TIMEOUTS, totalMs: 4_000 }, time: systemTime });
afterAll(async () => {
  smtp.close();
  hasty.close();
  await simulator.close();
  outbound.close();
});

const described = async (id: string): Promise<VendorDescription> =>
  (await fetch(`${simulator.url}/${id}`)).json() as Promise<VendorDescription>;

async function send(to: string, subject = "Hello", more: Credentials = {}): Promise<SendOutcome> {
  const { credentials } = await described("nodemailer");
  const message = { key: "k1", to: [{ address: to }], subject, html: "<p>Hi</p>", text: "Hi" };
  const { provider } = to.startsWith("simulate-hang") ? hasty : smtp;
  return provider.send(message, { ...(credentials as Credentials), ...more }, providerIo(outbound));
}

test("a mail arrives, and its line shows recipient and subject", async () => {
  expect((await send("ada@example.com", "Grüße, Ada")).kind).toBe("accepted");
  expect(lines.at(-1)).toMatchObject({
    providerId: "nodemailer",
    to: "ada@example.com",
    text: "Grüße, Ada",
    result: "250 accepted",
  });
});

const MEANINGS: Record<string, SendOutcome["kind"]> = {
  "config-error": "config_error",
  "recipient-error": "recipient_error",
  rejected: "rejected",
  throttled: "not_processed",
  "not-processed": "not_processed",
  ambiguous: "ambiguous",
  hang: "ambiguous",
  garbage: "ambiguous",
  reset: "ambiguous",
  nonsense: "rejected",
};

test.each(Object.entries(MEANINGS))("an address with simulate-%s: %s", async (name, kind) => {
  expect((await send(`simulate-${name}@example.com`)).kind).toBe(kind);
  expect(lines.at(-1)?.to).toBe(`simulate-${name}@example.com`);
});

test("a case in the subject is found, and every common case but the slow one is tested", async () => {
  expect((await send("ada@example.com", "simulate-throttled, ü")).kind).toBe("not_processed");
  expect(Object.keys(MEANINGS)).toEqual(expect.arrayContaining(COMMON_CASES.filter((one) => one !== "slow")));
});

test("a planned failure is used for the next mail", async () => {
  await fetch(`${simulator.url}/_fail/recipient-error?vendor=nodemailer`, { method: "PUT" });
  const kinds = [await send("ada@example.com"), await send("ada@example.com")].map(({ kind }) => kind);
  expect(kinds).toEqual(["recipient_error", "accepted"]);
});

test("a wrong password is refused, and its line says so", async () => {
  const outcome = await send("ada@example.com", "Hello", { password: "wrong" });
  expect(outcome.kind).toBe("config_error");
  expect(lines.at(-1)?.result).toBe("535 5.7.8 Wrong user or password");
});

test("both providers of SMTP are described; without a mail server there are none", async () => {
  expect(await described("emailjs")).toMatchObject({ providerId: "emailjs", channel: "email" });
  const list = await (await fetch(simulator.url)).json();
  expect(list).toMatchObject({ smtp: { port: simulator.smtpPort, providers: ["nodemailer", "emailjs"] } });
});

test.each([
  ["Subject: Hi\r\n\r\nSubject: no", "Hi"],
  ["From: a\r\nsubject: =?UTF-8?B?R3LDvA==?= =?utf-8?Q?=C3=9Fe_Ada?=\r\n\r\n", "Grüße Ada"],
  ["Subject: two\r\n lines\r\n\r\n", "two lines"],
  ["From: a\r\n\r\n", ""],
])("the subject of %j is %j", (source, subject) => {
  expect(subjectOf(source)).toBe(subject);
});
