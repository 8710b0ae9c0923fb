import { mailjetReceipts } from "../../src/providers/receipts/mailjet.ts";
import { mailjetWebhook } from "../../src/simulator/webhooks/mailjet.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const event = {
  time: 1785585598,
  MessageID: 19421777835146490,
  Message_GUID: "1ab23cd4-e567-8901-2345-6789f0gh1i2j",
  email: "ada@example.com",
};
const receipt = {
  providerMessageId: event.Message_GUID,
  at: new Date("2026-08-01T11:59:58Z"),
  address: "ada@example.com",
};

export const mailjetReceiptCase: ReceiptCase = {
  name: "mailjet",
  rules: mailjetReceipts,
  signingKey: mailjetWebhook.signingKey,
  sign: mailjetWebhook.sign,
  hasNoTimestamp: true,
  leavesBody: true,
  events: [
    { name: "one event", body: { ...event, event: "open" }, receipts: [{ ...receipt, kind: "opened" }] },
    {
      name: "a group of events",
      body: [
        { ...event, event: "sent", smtp_reply: "250 OK" },
        { ...event, event: "bounce", hard_bounce: true, blocked: false, error: "user unknown" },
        { ...event, event: "bounce", hard_bounce: false, blocked: true, error: "mailbox full" },
        { ...event, event: "blocked", error: "preblocked", error_related_to: "mailjet" },
        { ...event, event: "spam", source: "JMRPP" },
        { ...event, event: "unsub" },
        { ...event, event: "click", url: "https://example.com" },
      ],
      receipts: [
        { ...receipt, kind: "delivered" },
        { ...receipt, kind: "bounced", isPermanent: true, reason: "user unknown" },
        { ...receipt, kind: "bounced", isPermanent: false, reason: "mailbox full" },
        { ...receipt, kind: "failed", reason: "preblocked" },
        { ...receipt, kind: "complained", isPermanent: true },
        { ...receipt, kind: "unsubscribed" },
        { ...receipt, kind: "clicked" },
      ],
    },
  ],
};
