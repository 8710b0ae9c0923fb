import { telnyxReceipts } from "../../src/providers/receipts/telnyx.ts";
import { telnyxWebhook } from "../../src/simulator/webhooks/telnyx.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const eventOf = (status: string, errors: object[] = []) => ({
  data: {
    event_type: "message.finalized",
    id: "event-1",
    occurred_at: "2026-08-01T11:59:58.126+00:00",
    payload: { id: "tx1", to: [{ phone_number: "+31600000001", status }], errors },
    record_type: "event",
  },
  meta: { attempt: 1 },
});
const receipt = {
  providerMessageId: "tx1",
  at: new Date("2026-08-01T11:59:58.126Z"),
  address: "+31600000001",
  eventId: "event-1",
};

export const telnyxReceiptCase: ReceiptCase = {
  name: "telnyx",
  rules: telnyxReceipts,
  signingKey: telnyxWebhook.signingKey,
  sign: telnyxWebhook.sign,
  events: [
    { name: "delivered", body: eventOf("delivered"), receipts: [{ ...receipt, kind: "delivered" }] },
    { name: "unconfirmed", body: eventOf("delivery_unconfirmed"), receipts: [] },
    {
      name: "not routable",
      body: eventOf("delivery_failed", [{ code: "40001", title: "Not routable", detail: "a landline" }]),
      receipts: [{ ...receipt, kind: "failed", isPermanent: true, reason: "a landline" }],
    },
    { name: "expired", body: eventOf("expired"), receipts: [{ ...receipt, kind: "failed" }] },
    {
      name: "undeliverable",
      body: eventOf("sending_failed", [{ code: "40008", title: "Undeliverable" }]),
      receipts: [{ ...receipt, kind: "failed", reason: "Undeliverable" }],
    },
  ],
};
