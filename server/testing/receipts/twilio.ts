import { twilioReceipts } from "../../src/providers/receipts/twilio.ts";
import { twilioWebhook } from "../../src/simulator/webhooks/twilio.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const event = {
  AccountSid: "AC1",
  From: "+15557122661",
  MessageSid: "SM1",
  SmsSid: "SM1",
  To: "+31600000001",
};
const receipt = { providerMessageId: "SM1", address: "+31600000001" };

export const twilioReceiptCase: ReceiptCase = {
  name: "twilio",
  rules: twilioReceipts,
  signingKey: twilioWebhook.signingKey,
  form: true,
  sign: twilioWebhook.sign,
  hasNoTimestamp: true,
  events: [
    {
      name: "delivered",
      body: { ...event, MessageStatus: "delivered", RawDlrDoneDate: "2608011159" },
      receipts: [{ ...receipt, kind: "delivered" }],
    },
    { name: "sent: already known", body: { ...event, MessageStatus: "sent" }, receipts: [] },
    {
      name: "no such number",
      body: { ...event, MessageStatus: "undelivered", ErrorCode: "30005" },
      receipts: [{ ...receipt, kind: "failed", isPermanent: true, reason: "Twilio's error 30005" }],
    },
    {
      name: "canceled before it was sent",
      body: { ...event, MessageStatus: "canceled" },
      receipts: [{ ...receipt, kind: "failed" }],
    },
    {
      name: "carrier failed",
      body: { ...event, MessageStatus: "failed", ErrorCode: "30008" },
      receipts: [{ ...receipt, kind: "failed", reason: "Twilio's error 30008" }],
    },
  ],
};
