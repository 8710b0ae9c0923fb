import { brevoSmsReceipts } from "../../src/providers/receipts/brevo-sms.ts";
import { brevoSmsWebhook } from "../../src/simulator/webhooks/brevo-sms.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const eventOf = (msg_status: string, more: object = {}) => ({
  id: 26570,
  to: "33680065433",
  sms_count: 1,
  credits_used: 1.5,
  messageId: 1511882900176220,
  remaining_credit: 11488.845,
  msg_status,
  date: "2026-08-01 13:59:58",
  type: "Transactional",
  reference: "ab1cde2fgh3i4jklmno",
  ...more,
});
const receipt = { providerMessageId: "1511882900176220", address: "33680065433" };

export const brevoSmsReceiptCase: ReceiptCase = {
  name: "brevo-sms",
  rules: brevoSmsReceipts,
  signingKey: brevoSmsWebhook.signingKey,
  sign: brevoSmsWebhook.sign,
  hasNoTimestamp: true,
  leavesBody: true,
  events: [
    { name: "delivered", body: eventOf("delivered"), receipts: [{ ...receipt, kind: "delivered" }] },
    { name: "sent: already known", body: eventOf("sent"), receipts: [] },
    {
      name: "soft bounce, with a time",
      body: eventOf("soft_bounce", { ts_event: 1785585598 }),
      receipts: [{ ...receipt, kind: "bounced", at: new Date("2026-08-01T11:59:58Z") }],
    },
    ...["rejected", "blacklisted", "blocked", "skip", "skipped"].map((status) => ({
      name: `not sent: ${status}`,
      body: eventOf(status),
      receipts: [{ ...receipt, kind: "failed" as const }],
    })),
    {
      name: "unsubscribed",
      body: eventOf("unsubscribe"),
      receipts: [{ ...receipt, kind: "unsubscribed" }],
    },
    {
      name: "hard bounce",
      body: eventOf("hard_bounce", { reason: "no such number" }),
      receipts: [{ ...receipt, kind: "bounced", isPermanent: true, reason: "no such number" }],
    },
  ],
};
