import { messagebirdReceipts } from "../../src/providers/receipts/messagebird.ts";
import { messagebirdWebhook } from "../../src/simulator/webhooks/messagebird.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const event = {
  id: "e8077d803532c0b5937c639b60216938",
  reference: "abc",
  recipient: "31600000001",
  statusDatetime: "2026-08-01T11:59:58+00:00",
};
const receipt = {
  providerMessageId: event.id,
  at: new Date("2026-08-01T11:59:58Z"),
  address: "31600000001",
};

export const messagebirdReceiptCase: ReceiptCase = {
  name: "messagebird",
  rules: messagebirdReceipts,
  signingKey: messagebirdWebhook.signingKey,
  sign: messagebirdWebhook.sign,
  events: [
    {
      name: "delivered",
      body: { ...event, status: "delivered" },
      receipts: [{ ...receipt, kind: "delivered" }],
    },
    { name: "sent: already known", body: { ...event, status: "sent" }, receipts: [] },
    {
      name: "unknown subscriber",
      body: { ...event, status: "delivery_failed", statusErrorCode: "1" },
      receipts: [{ ...receipt, kind: "failed", isPermanent: true, reason: "MessageBird's error 1" }],
    },
    {
      name: "expired",
      body: { ...event, status: "expired", statusErrorCode: "27" },
      receipts: [{ ...receipt, kind: "failed", reason: "MessageBird's error 27" }],
    },
  ],
};
