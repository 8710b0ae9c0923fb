import { createHash } from "node:crypto";
import { nexmoReceipts } from "../../src/providers/receipts/nexmo.ts";
import { nexmoWebhook } from "../../src/simulator/webhooks/nexmo.ts";
import { signedToken } from "../../src/simulator/webhooks/signed-token.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const KEY = nexmoWebhook.signingKey;
const event = {
  msisdn: "31600000001",
  to: "Us & co=1",
  "network-code": "12345",
  messageId: "0A0000001234567B",
  price: "0.0333",
  scts: "2608011159",
  "api-key": "abcd1234",
  "message-timestamp": "2026-08-01 11:59:58",
};
const receipt = {
  providerMessageId: "0A0000001234567B",
  at: new Date("2026-08-01T11:59:58Z"),
  address: "31600000001",
};
const events: ReceiptCase["events"] = [
  {
    name: "delivered",
    body: { ...event, status: "delivered", "err-code": "0" },
    receipts: [{ ...receipt, kind: "delivered" }],
  },
  { name: "buffered", body: { ...event, status: "buffered", "err-code": "0" }, receipts: [] },
  {
    name: "illegal number",
    body: { ...event, status: "failed", "err-code": "9" },
    receipts: [{ ...receipt, kind: "failed", isPermanent: true, reason: "Vonage's error 9" }],
  },
  {
    name: "expired",
    body: { ...event, status: "expired", "err-code": "2" },
    receipts: [{ ...receipt, kind: "failed", reason: "Vonage's error 2" }],
  },
];

/** A POST with a JWT. */
export const nexmoTokenCase: ReceiptCase = {
  name: "nexmo with a JWT",
  rules: nexmoReceipts,
  signingKey: KEY,
  sign: ({ body, at }) => {
    const payload_hash = createHash("sha256").update(body).digest("hex");
    const claims = { iat: Math.floor(at.getTime() / 1_000), jti: "j1", iss: "Vonage", payload_hash };
    return { headers: { authorization: `Bearer ${signedToken(claims, KEY)}` } };
  },
  events,
};

/** A GET with a signature among its fields; Vonage writes it in upper case. */
export const nexmoFieldsCase: ReceiptCase = {
  name: "nexmo with signed fields",
  rules: nexmoReceipts,
  signingKey: KEY,
  sign: nexmoWebhook.sign,
  events,
};
