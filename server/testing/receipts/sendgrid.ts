import { sendgridReceipts } from "../../src/providers/receipts/sendgrid.ts";
import { sendgridWebhook } from "../../src/simulator/webhooks/sendgrid.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const event = {
  email: "ada@example.com",
  timestamp: 1785585598,
  "smtp-id": "<14c5d75ce93.dfd.64b469@ismtpd-555>",
  sg_event_id: "ZGVsaXZlcmVk",
  sg_message_id: "14c5d75ce93.filter0001.16648.5515E0B88.0",
};
const receipt = {
  providerMessageId: "14c5d75ce93",
  at: new Date("2026-08-01T11:59:58Z"),
  address: "ada@example.com",
  eventId: "ZGVsaXZlcmVk",
};

export const sendgridReceiptCase: ReceiptCase = {
  name: "sendgrid",
  rules: sendgridReceipts,
  signingKey: sendgridWebhook.signingKey,
  sign: sendgridWebhook.sign,
  events: [
    {
      name: "a batch",
      body: [
        { ...event, event: "processed" },
        { ...event, event: "delivered", response: "250 OK" },
        { ...event, event: "deferred", response: "421 try again later", attempt: "5" },
        { ...event, event: "bounce", type: "bounce", reason: "550 no such user", status: "5.1.1" },
        { ...event, event: "bounce", type: "blocked", reason: "554 blocked" },
        { ...event, event: "dropped", reason: "Bounced Address" },
        { ...event, event: "spamreport" },
        { ...event, event: "unsubscribe" },
        { ...event, event: "open" },
        { ...event, event: "click", url: "https://example.com" },
      ],
      receipts: [
        { ...receipt, kind: "delivered", reason: "250 OK" },
        { ...receipt, kind: "deferred", reason: "421 try again later" },
        { ...receipt, kind: "bounced", isPermanent: true, reason: "550 no such user" },
        { ...receipt, kind: "bounced", isPermanent: false, reason: "554 blocked" },
        { ...receipt, kind: "failed", reason: "Bounced Address" },
        { ...receipt, kind: "complained", isPermanent: true },
        { ...receipt, kind: "unsubscribed" },
        { ...receipt, kind: "opened" },
        { ...receipt, kind: "clicked" },
      ],
    },
  ],
};
