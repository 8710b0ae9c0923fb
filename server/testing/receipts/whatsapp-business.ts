import { whatsappBusinessReceipts } from "../../src/providers/receipts/whatsapp-business.ts";
import { whatsappBusinessWebhook } from "../../src/simulator/webhooks/whatsapp-business.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const eventOf = (status: string, more: object = {}) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: "1",
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            statuses: [
              { id: "wamid.1", status, timestamp: "1785585598", recipient_id: "31600000001", ...more },
            ],
          },
        },
      ],
    },
  ],
});
const receipt = {
  providerMessageId: "wamid.1",
  at: new Date("2026-08-01T11:59:58Z"),
  address: "31600000001",
};

export const whatsappReceiptCase: ReceiptCase = {
  name: "whatsapp-business",
  rules: whatsappBusinessReceipts,
  signingKey: whatsappBusinessWebhook.signingKey,
  sign: whatsappBusinessWebhook.sign,
  hasNoTimestamp: true,
  events: [
    { name: "delivered", body: eventOf("delivered"), receipts: [{ ...receipt, kind: "delivered" }] },
    { name: "sent: already known", body: eventOf("sent"), receipts: [] },
    { name: "read", body: eventOf("read"), receipts: [{ ...receipt, kind: "opened" }] },
    {
      name: "failed",
      body: eventOf("failed", {
        errors: [
          { code: 131026, title: "Message undeliverable", error_data: { details: "not on WhatsApp" } },
        ],
      }),
      receipts: [{ ...receipt, kind: "failed", reason: "not on WhatsApp" }],
    },
  ],
};
