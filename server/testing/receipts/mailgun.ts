import { createHmac } from "node:crypto";
import { mailgunReceipts } from "../../src/providers/receipts/mailgun.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const KEY = "a webhook signing key";
const TOKEN = "e0b5477167110d68991efc6b9f89f0a11066af27834600e123";
const eventOf = (event: string, more: object = {}) => ({
  "event-data": {
    event,
    id: "CCXMjJ7nQi2N3BPigGOdgQ",
    timestamp: 1785585598.126,
    recipient: "ada@example.com",
    message: { headers: { "message-id": "20260801.1@mg.example.com", to: "ada@example.com" } },
    ...more,
  },
});
const receipt = {
  providerMessageId: "<20260801.1@mg.example.com>",
  at: new Date("2026-08-01T11:59:58.126Z"),
  address: "ada@example.com",
  eventId: "CCXMjJ7nQi2N3BPigGOdgQ",
};
const failure = (severity: string, reason: string) =>
  eventOf("failed", {
    severity,
    reason,
    "delivery-status": { code: 550, message: "", description: "refused" },
  });

export const mailgunReceiptCase: ReceiptCase = {
  name: "mailgun",
  rules: mailgunReceipts,
  signingKey: KEY,
  sign: ({ body, at }) => {
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const signature = createHmac("sha256", KEY)
      .update(timestamp + TOKEN)
      .digest("hex");
    return {
      body: JSON.stringify({ ...JSON.parse(body), signature: { timestamp, token: TOKEN, signature } }),
    };
  },
  leavesBody: true,
  events: [
    { name: "delivered", body: eventOf("delivered"), receipts: [{ ...receipt, kind: "delivered" }] },
    { name: "accepted: already known", body: eventOf("accepted"), receipts: [] },
    {
      name: "temporary failure",
      body: failure("temporary", "generic"),
      receipts: [{ ...receipt, kind: "deferred", reason: "refused" }],
    },
    {
      name: "hard bounce",
      body: failure("permanent", "bounce"),
      receipts: [{ ...receipt, kind: "bounced", isPermanent: true, reason: "refused" }],
    },
    {
      name: "suppressed by Mailgun after a complaint",
      body: failure("permanent", "suppress-complaint"),
      receipts: [{ ...receipt, kind: "complained", isPermanent: true, reason: "refused" }],
    },
    {
      name: "too old",
      body: failure("permanent", "old"),
      receipts: [{ ...receipt, kind: "failed", reason: "refused" }],
    },
    {
      name: "complaint",
      body: eventOf("complained"),
      receipts: [{ ...receipt, kind: "complained", isPermanent: true }],
    },
    { name: "unsubscribed", body: eventOf("unsubscribed"), receipts: [{ ...receipt, kind: "unsubscribed" }] },
    { name: "opened", body: eventOf("opened"), receipts: [{ ...receipt, kind: "opened" }] },
    { name: "clicked", body: eventOf("clicked"), receipts: [{ ...receipt, kind: "clicked" }] },
  ],
};
