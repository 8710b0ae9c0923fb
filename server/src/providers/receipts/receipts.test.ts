import { createSecretKey } from "node:crypto";
import { EventWebhook } from "@sendgrid/eventwebhook";
import fc from "fast-check";
// @ts-expect-error the package has no types
import { verify as verifyMessagebird } from "messagebird/lib/webhook-signature-jwt.js";
import { Webhook } from "svix";
import twilio from "twilio";
import { describe, expect, test } from "vitest";
import { fetchingBy, NOW, RECEIPT_URL, type ReceiptCase } from "../../../testing/receipt-case.ts";
import { messagebirdReceiptCase } from "../../../testing/receipts/messagebird.ts";
import { RECEIPT_CASES } from "../../../testing/receipts/receipt-cases.ts";
import { resendReceiptCase } from "../../../testing/receipts/resend.ts";
import { sendgridReceiptCase } from "../../../testing/receipts/sendgrid.ts";
import { twilioReceiptCase } from "../../../testing/receipts/twilio.ts";
import { whatsappReceiptCase } from "../../../testing/receipts/whatsapp-business.ts";
import type { Receipt, Verification } from "./receipt.ts";
import { RECEIPT_RULES } from "./receipts.ts";

/** The contract of all vendors with receipts: documented bodies, signed by the vendor's package where there is one. */

type Sent = Verification & { signingKey: string };

const textOf = ({ form }: ReceiptCase, body: object) =>
  form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);

function contentOf({ form }: ReceiptCase, url: string, body: string): unknown {
  if (body === "") return Object.fromEntries(new URL(url).searchParams);
  return form ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
}

/** The request with this body as the vendor sends it at this time. */
async function sentBy(vendor: ReceiptCase, body: object, at = NOW): Promise<Sent> {
  const unsigned = { url: RECEIPT_URL, body: textOf(vendor, body), at };
  const { headers = {}, url = unsigned.url, body: text = unsigned.body } = await vendor.sign(unsigned);
  const content = contentOf(vendor, url, text);
  const method = text === "" ? "GET" : "POST";
  const {
    signingKey,
    credentials = {},
    call = () => Promise.reject(new Error("no call was expected")),
  } = vendor;
  const request = { method, url, headers, body: Buffer.from(text), content } as const;
  return { request, signingKey, credentials, now: NOW, call, fetchCertificate: fetchingBy(call) };
}

const withRequest = (sent: Sent, changes: Partial<Sent["request"]>): Sent => ({
  ...sent,
  request: { ...sent.request, ...changes },
});
/** Fields in which a signature, or what it needs, may be. */
const SIGNATURE_FIELDS = ["signature", "sig", "timestamp", "Type", "TopicArn", "Timestamp", "SigningCertURL"];
/** Values of JSON that are no text, or whose text is an error or long. */
const HOSTILE: readonly unknown[] = [
  ...[{ toString: 1 }, { toString: null, valueOf: null }, [{ toString: {} }], { toJSON: 1 }, [[[]]], {}],
  ...["\u0000", "\ud800", "x".repeat(100_000), "constructor", "__proto__", "", 1e300, -1, true, null],
  { signature: { toString: 1 }, timestamp: [], token: {} },
];
/** A token that names this algorithm, with a signature of nothing. */
const tokenBy = (alg: string) => `${Buffer.from(JSON.stringify({ alg })).toString("base64url")}.e30.e30`;
const withoutRaw = ({ raw: _, ...receipt }: Receipt) => receipt;

test("every vendor with receipts has a case, and says what its signing key is", () => {
  expect(RECEIPT_CASES.map(({ rules }) => rules)).toEqual(
    expect.arrayContaining(Object.values(RECEIPT_RULES)),
  );
  for (const { signingKey } of Object.values(RECEIPT_RULES)) {
    expect(signingKey.label).toMatch(/^[A-Z].{3,40}[^.]$/);
    expect(signingKey.help).toMatch(/.{10,}\.$/);
  }
});

describe.each(RECEIPT_CASES.map((vendor) => [vendor.name, vendor] as const))("%s", (_, vendor) => {
  const { rules, events } = vendor;
  const [{ body }] = events as [ReceiptCase["events"][number]];

  test.each(events)("$name: signed, and read as receipts", async (event) => {
    const sent = await sentBy(vendor, event.body);
    expect(await rules.verify(sent)).toBe(true);
    expect(rules.receiptsIn(sent.request.content).map(withoutRaw)).toEqual(event.receipts);
  });

  test("without a signature, with another key or a key that is none: refused", async () => {
    const sent = await sentBy(vendor, body);
    const unsigned = withRequest(sent, {
      headers: {},
      content: body,
      url: RECEIPT_URL,
    });
    expect(await rules.verify(unsigned)).toBe(false);
    for (const signingKey of [`x${sent.signingKey}`, "x", "whsec_", ":", "-----BEGIN PUBLIC KEY-----"]) {
      expect(await rules.verify({ ...sent, signingKey })).toBe(false);
    }
  });

  test("another body or URL than the signed one: refused, if the vendor signs it", async () => {
    const sent = await sentBy(vendor, body);
    const forged = withRequest(sent, {
      body: Buffer.from(`${sent.request.body} `),
      content: { ...(sent.request.content as object), more: "1" },
      url: `${sent.request.url}?more=1`,
    });
    expect(await rules.verify(forged)).toBe(vendor.leavesBody ?? false);
  });

  test("a signature of 5 minutes ago or from the future: refused, if the vendor signs the time", async () => {
    for (const ms of [-301_000, 301_000]) {
      const late = await sentBy(vendor, body, new Date(NOW.getTime() + ms));
      expect(await rules.verify(late)).toBe(vendor.hasNoTimestamp ?? false);
    }
    expect(await rules.verify(await sentBy(vendor, body, new Date(NOW.getTime() - 290_000)))).toBe(true);
  });

  test("signature headers of any form: refused without an error", async () => {
    const { request, ...sent } = await sentBy(vendor, body);
    const tokens = ["constructor", "toString", "__proto__", "none"].map(tokenBy);
    const words = ["", "x", "=".repeat(5_000), "v1,", "a.b.c", "e30.e30.e30", "Basic x", "\u0000"];
    for (const value of [...words, ...tokens, ...tokens.map((token) => `Bearer ${token}`)]) {
      const headers = Object.fromEntries(Object.keys(request.headers).map((name) => [name, value]));
      const content = { signature: { timestamp: value, token: value, signature: value }, sig: value };
      expect(await rules.verify({ ...sent, request: { ...request, headers, content } })).toBe(false);
    }
  });

  test("any content in place of the signed one: refused without an error, and no answer to a check", async () => {
    const sent = await sentBy(vendor, body);
    const isByPassword = Boolean(vendor.leavesBody && vendor.hasNoTimestamp);
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom(...HOSTILE));
    const names = fc.constantFrom(...SIGNATURE_FIELDS, ...Object.keys(sent.request.content ?? {}));
    const contents = fc.oneof(values, fc.dictionary(names, values, { maxKeys: 8 }));
    const check = fc.asyncProperty(contents, async (content) => {
      const request = { ...sent.request, content, body: Buffer.from(JSON.stringify(content)) };
      const unsigned = { ...sent, request: { ...request, headers: {} } };
      expect(await rules.verify(unsigned)).toBe(false);
      expect(await rules.handshake?.(unsigned)).toBeUndefined();
      expect(await rules.verify({ ...sent, request })).toBe(isByPassword);
    });
    await fc.assert(check, { numRuns: 200 });
  });

  test("content of any form: read without an error, as no receipts", () => {
    for (const content of [
      undefined,
      null,
      [],
      {},
      1,
      "text",
      [null, [], { event: {} }],
      { "event-data": [] },
    ]) {
      expect(rules.receiptsIn(content)).toEqual([]);
    }
  });
});

/** The documented body with one of its values replaced. */
function mutated(body: unknown, [step = 0, ...rest]: readonly number[], value: unknown): unknown {
  if (typeof body !== "object" || body === null) return value;
  const names = Object.keys(body);
  const name = names[step % Math.max(1, names.length)];
  if (name === undefined) return value;
  const changed = mutated((body as Record<string, unknown>)[name], rest, value);
  return Array.isArray(body) ? body.with(Number(name), changed) : { ...body, [name]: changed };
}

test.each(RECEIPT_CASES.map((vendor) => [vendor.name, vendor] as const))(
  "%s: any value in place of a documented one is read without an error",
  (_, { rules, events }) => {
    const path = fc.array(fc.nat(20), { maxLength: 8 });
    const nested = fc.oneof(fc.jsonValue(), fc.constantFrom("__proto__", "constructor", 1e300, -1));
    const read = fc.property(fc.constantFrom(...events), path, nested, ({ body }, at, value) => {
      for (const { providerMessageId, at: time, kind } of rules.receiptsIn(mutated(body, at, value))) {
        expect([typeof providerMessageId, typeof kind]).toEqual(["string", "string"]);
        expect(time === undefined || Number.isFinite(time.getTime())).toBe(true);
      }
    });
    fc.assert(read, { numRuns: 300 });
  },
);

test("sendgrid: the vendor's package accepts the same signatures", async () => {
  const { request } = await sentBy(sendgridReceiptCase, [{ event: "open" }]);
  const [timestamp, signature] = ["timestamp", "signature"].map(
    (name) => request.headers[`x-twilio-email-event-webhook-${name}`] as string,
  ) as [string, string];
  const theirs = new EventWebhook();
  const key = theirs.convertPublicKeyToECDSA(sendgridReceiptCase.signingKey);
  expect(theirs.verifySignature(key, request.body, signature, timestamp)).toBe(true);
  expect(theirs.verifySignature(key, Buffer.from("[]"), signature, timestamp)).toBe(false);
});

test("messagebird: the vendor's package accepts the same signatures", async () => {
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const { request } = await sentBy(messagebirdReceiptCase, { id: "e1", status: "delivered" }, new Date(now));
  const token = String(request.headers["messagebird-signature-jwt"]);
  const key = createSecretKey(messagebirdReceiptCase.signingKey, "utf8");
  await expect(verifyMessagebird(request.url, Buffer.alloc(0), token, key)).resolves.toBe(true);
  await expect(verifyMessagebird(`${request.url}&a=1`, Buffer.alloc(0), token, key)).rejects.toThrow(
    "url_hash",
  );
});

test("resend: the vendor's package accepts the same signatures", async () => {
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const { request, signingKey } = await sentBy(resendReceiptCase, { type: "email.opened" }, new Date(now));
  const theirs = new Webhook(signingKey);
  const headers = request.headers as Record<string, string>;
  expect(theirs.verify(request.body, headers)).toEqual({ type: "email.opened" });
  expect(() => theirs.verify("{}", headers)).toThrow("No matching signature found");
});

test("twilio: the vendor's package accepts the same signatures", async () => {
  const fields = { To: "+31600000001", MessageSid: "SM1", MessageStatus: "delivered", From: "+1555" };
  const { request, signingKey } = await sentBy(twilioReceiptCase, fields);
  const signature = String(request.headers["x-twilio-signature"]);
  expect(twilio.validateRequest(signingKey, signature, request.url, fields)).toBe(true);
  expect(twilio.validateRequest(signingKey, signature, `${request.url}?a=1`, fields)).toBe(false);
});

test("whatsapp-business: Meta's check of the URL needs the integration's id as its verify token", async () => {
  const sent = await sentBy(whatsappReceiptCase, {});
  const checkedWith = (fields: Record<string, string>) => {
    const content = { "hub.mode": "subscribe", "hub.challenge": "1158201444", ...fields };
    return whatsappReceiptCase.rules.handshake?.(withRequest(sent, { method: "GET", content }));
  };
  const integrationId = RECEIPT_URL.split("/").at(-1) as string;
  expect(checkedWith({ "hub.verify_token": integrationId })).toBe("1158201444");
  expect(checkedWith({ "hub.verify_token": "another" })).toBeUndefined();
  expect(checkedWith({ "hub.verify_token": integrationId, "hub.challenge": "<b>" })).toBeUndefined();
  expect(checkedWith({ "hub.verify_token": integrationId, "hub.mode": "x" })).toBeUndefined();
});
