import { mailgunReceipts } from "../../src/providers/receipts/mailgun.ts";
import { mailgunWebhook } from "../../src/simulator/webhooks/mailgun.ts";
import type { ReceiptCase } from "../receipt-case.ts";

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
  signingKey: mailgunWebhook.signingKey,
  sign: mailgunWebhook.sign,
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
      name: "rejected by Mailgun",
      body: eventOf("rejected", { reject: { reason: "Sandbox subdomains are for test purposes only" } }),
      receipts: [{ ...receipt, kind: "failed", reason: "Sandbox subdomains are for test purposes only" }],
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
