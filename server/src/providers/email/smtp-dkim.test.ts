import { generateKeyPairSync } from "node:crypto";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { providerIo } from "../../../testing/provider-io.ts";
import { systemTime } from "../../foundation/clock.ts";
import type { Credentials } from "../provider.ts";
import { createSmtp, SMTP_TIMEOUTS } from "./smtp.ts";

/** Signatures are verified by mailauth, which shares no code with nodemailer's signer. */

// @ts-expect-error: the package has no types for this module
const { dkimVerify } = await import("mailauth/lib/dkim/verify.js");

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "der" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const ed25519 = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }) as string;

const received: Buffer[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData: async (stream, _session, done) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    received.push(Buffer.concat(chunks));
    done();
  },
});
const smtp = createSmtp({ timeouts: SMTP_TIMEOUTS, time: systemTime });
const closed = async () => ({ kind: "forbidden" as const, reason: "no HTTP here" });
const resolve = async (address: string) => ({ kind: "resolved" as const, address });
const io = providerIo({ request: closed, resolve, now: () => new Date() });

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve())));
afterAll(async () => {
  smtp.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const LINK = {
  "List-Unsubscribe": `<https://example.org/v1/unsubscribe/${"a".repeat(70)}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
};

async function sendWith(dkim: Credentials) {
  const { port } = server.server.address() as { port: number };
  const credentials = { host: "127.0.0.1", port: String(port), from: "us@example.org", ...dkim };
  const mail = {
    key: "k1",
    to: [{ address: "ada@example.com" }],
    subject: "Grüße",
    html: "<p>Hi</p>\n.\n",
    text: "Hi",
  };
  return smtp.provider.send({ ...mail, headers: LINK }, credentials, io);
}

/** Verifies a mail against the public key; returns the result and the covered headers. */
async function verify(mail: Buffer) {
  const asked: string[] = [];
  const resolver = async (name: string) => {
    asked.push(name);
    return [[`v=DKIM1; k=rsa; p=${publicKey.toString("base64")}`]];
  };
  const { results } = await dkimVerify(mail, { resolver });
  const [one] = results;
  return { asked, result: one?.status.result, headers: one?.signingHeaders?.keys?.toLowerCase() ?? "" };
}

test("with a key: the signature is valid, and covers both headers of the link", async () => {
  const outcome = await sendWith({ secretKey: privateKey, accountSid: "s1" });
  expect(outcome.kind).toBe("accepted");
  const mail = received.at(-1) as Buffer;
  const { asked, result, headers } = await verify(mail);
  expect([asked, result]).toEqual([["s1._domainkey.example.org"], "pass"]);
  expect(headers.split(/:\s*/)).toEqual(
    expect.arrayContaining([
      "from",
      "to",
      "subject",
      "message-id",
      "list-unsubscribe",
      "list-unsubscribe-post",
    ]),
  );
  const changed = mail.toString().replace("List-Unsubscribe=One-Click", "List-Unsubscribe=Two-Click");
  expect((await verify(Buffer.from(changed))).result).toBe("fail");
});

test("the credential domain: names the signing domain; a key may be on one line", async () => {
  const secretKey = privateKey.replaceAll("\n", "\\n");
  await sendWith({ secretKey, accountSid: "s1", domain: "mail.example.org" });
  const { asked, result } = await verify(received.at(-1) as Buffer);
  expect([asked, result]).toEqual([["s1._domainkey.mail.example.org"], "pass"]);
});

test("without a key: the mail has no signature", async () => {
  await sendWith({});
  expect((received.at(-1) as Buffer).toString()).not.toMatch(/dkim-signature/i);
});

test.each<[string, Credentials]>([
  ["an Ed25519 key", { secretKey: ed25519, accountSid: "s1" }],
  ["a text that is no key", { secretKey: "secret", accountSid: "s1" }],
  ["no selector", { secretKey: privateKey }],
  ["no key", { accountSid: "s1" }],
  ["a selector with a tag", { secretKey: privateKey, accountSid: "s1; d=evil.example" }],
  ["a domain with a line break", { secretKey: privateKey, accountSid: "s1", domain: "a.example\r\nX: y" }],
])("given %s, nothing is sent", async (_, dkim) => {
  const before = received.length;
  const outcome = await sendWith(dkim);
  expect(outcome).toMatchObject({
    kind: "config_error",
    reason: expect.stringMatching(/^Signing with DKIM /),
  });
  expect(JSON.stringify(outcome)).not.toContain("PRIVATE");
  expect(received).toHaveLength(before);
});
