import { postmarkReceipts } from "../../src/providers/receipts/postmark.ts";
import { postmarkWebhook } from "../../src/simulator/webhooks/postmark.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const MessageID = "883953f4-6105-42a2-a16a-77a8eac79483";
const at = new Date("2026-08-01T11:59:58.126Z");
const receipt = { providerMessageId: MessageID, at, address: "ada@example.com" };
const bounce = {
  RecordType: "Bounce",
  ID: 42,
  MessageID,
  Email: "ada@example.com",
  BouncedAt: at.toISOString(),
  Description: "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
};
const reason = bounce.Description;

export const postmarkReceiptCase: ReceiptCase = {
  name: "postmark",
  rules: postmarkReceipts,
  signingKey: postmarkWebhook.signingKey,
  sign: postmarkWebhook.sign,
  hasNoTimestamp: true,
  leavesBody: true,
  events: [
    {
      name: "delivery",
      body: {
        RecordType: "Delivery",
        MessageID,
        Recipient: "ada@example.com",
        DeliveredAt: at.toISOString(),
        Details: "250 OK",
      },
      receipts: [{ ...receipt, kind: "delivered", reason: "250 OK" }],
    },
    {
      name: "hard bounce",
      body: { ...bounce, Type: "HardBounce", TypeCode: 1 },
      receipts: [{ ...receipt, kind: "bounced", isPermanent: true, reason, eventId: "42" }],
    },
    {
      name: "soft bounce",
      body: { ...bounce, Type: "SoftBounce", TypeCode: 4096 },
      receipts: [{ ...receipt, kind: "bounced", reason, eventId: "42" }],
    },
    { name: "an automatic answer", body: { ...bounce, Type: "AutoResponder" }, receipts: [] },
    {
      name: "spam complaint",
      body: { ...bounce, RecordType: "SpamComplaint", Type: "SpamComplaint" },
      receipts: [{ ...receipt, kind: "complained", isPermanent: true, reason, eventId: "42" }],
    },
    {
      name: "open",
      body: {
        RecordType: "Open",
        FirstOpen: true,
        MessageID,
        Recipient: "ada@example.com",
        ReceivedAt: at.toISOString(),
      },
      receipts: [{ ...receipt, kind: "opened" }],
    },
    {
      name: "click",
      body: {
        RecordType: "Click",
        ClickLocation: "HTML",
        MessageID,
        Recipient: "ada@example.com",
        ReceivedAt: at.toISOString(),
      },
      receipts: [{ ...receipt, kind: "clicked" }],
    },
  ],
};
