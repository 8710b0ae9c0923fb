import { resendReceipts } from "../../src/providers/receipts/resend.ts";
import { resendWebhook } from "../../src/simulator/webhooks/resend.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const at = new Date("2026-08-01T11:59:58.126Z");
const eventOf = (type: string, data: object = {}) => ({
  type,
  created_at: at.toISOString(),
  data: { email_id: "re1", from: "us@example.com", to: ["ada@example.com"], subject: "Hi", ...data },
});
const receipt = { providerMessageId: "re1", at, address: "ada@example.com" };

export const resendReceiptCase: ReceiptCase = {
  name: "resend",
  rules: resendReceipts,
  signingKey: resendWebhook.signingKey,
  // After a rotation of the secret there are two signatures.
  sign: (unsigned) => {
    const { headers = {} } = resendWebhook.sign(unsigned);
    return { headers: { ...headers, "svix-signature": `v1,wrong ${headers["svix-signature"]}` } };
  },
  events: [
    { name: "delivered", body: eventOf("email.delivered"), receipts: [{ ...receipt, kind: "delivered" }] },
    {
      name: "delayed",
      body: eventOf("email.delivery_delayed"),
      receipts: [{ ...receipt, kind: "deferred" }],
    },
    {
      name: "hard bounce",
      body: eventOf("email.bounced", {
        bounce: { message: "mailbox unknown", subType: "Suppressed", type: "Permanent" },
      }),
      receipts: [{ ...receipt, kind: "bounced", isPermanent: true, reason: "mailbox unknown" }],
    },
    {
      name: "soft bounce",
      body: eventOf("email.bounced", { bounce: { message: "mailbox full", type: "Transient" } }),
      receipts: [{ ...receipt, kind: "bounced", isPermanent: false, reason: "mailbox full" }],
    },
    {
      name: "complaint",
      body: eventOf("email.complained"),
      receipts: [{ ...receipt, kind: "complained", isPermanent: true }],
    },
    {
      name: "failed",
      body: eventOf("email.failed", { failed: { reason: "reached_daily_quota" } }),
      receipts: [{ ...receipt, kind: "failed", reason: "reached_daily_quota" }],
    },
    {
      name: "suppressed: not sent, because the address bounced before",
      body: eventOf("email.suppressed", { suppressed: { message: "on the suppression list" } }),
      receipts: [{ ...receipt, kind: "failed", isPermanent: true, reason: "on the suppression list" }],
    },
    { name: "opened", body: eventOf("email.opened"), receipts: [{ ...receipt, kind: "opened" }] },
    { name: "clicked", body: eventOf("email.clicked"), receipts: [{ ...receipt, kind: "clicked" }] },
    { name: "sent: already known", body: eventOf("email.sent"), receipts: [] },
  ],
};
