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
const change = {
  RecordType: "SubscriptionChange",
  MessageID,
  Recipient: "ada@example.com",
  Origin: "Recipient",
  ChangedAt: at.toISOString(),
};

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
    ...["AutoResponder", "Subscribe", "AddressChange", "OpenRelayTest", "InboundError"].map((Type) => ({
      name: `no failure: ${Type}`,
      body: { ...bounce, Type, Inactive: false },
      receipts: [],
    })),
    ...[
      "Blocked",
      "SpamNotification",
      "VirusNotification",
      "DMARCPolicy",
      "TemplateRenderingFailed",
      "Unknown",
    ].map((Type) => ({
      name: `not delivered: ${Type}`,
      body: { ...bounce, Type, Inactive: false },
      receipts: [{ ...receipt, kind: "failed" as const, reason, eventId: "42" }],
    })),
    {
      name: "an address that Postmark has deactivated, whatever the type",
      body: { ...bounce, Type: "SpamNotification", Inactive: true },
      receipts: [{ ...receipt, kind: "failed", isPermanent: true, reason, eventId: "42" }],
    },
    {
      name: "a hard bounce of an address that is still active",
      body: { ...bounce, Type: "HardBounce", Inactive: false },
      receipts: [{ ...receipt, kind: "bounced", reason, eventId: "42" }],
    },
    {
      name: "an answer that unsubscribes",
      body: { ...bounce, Type: "Unsubscribe" },
      receipts: [{ ...receipt, kind: "unsubscribed", reason, eventId: "42" }],
    },
    {
      name: "subscription change: unsubscribed",
      body: { ...change, SuppressSending: true, SuppressionReason: "ManualSuppression" },
      receipts: [{ ...receipt, kind: "unsubscribed" }],
    },
    {
      name: "subscription change: bounced",
      body: { ...change, SuppressSending: true, SuppressionReason: "HardBounce" },
      receipts: [{ ...receipt, kind: "bounced", isPermanent: true }],
    },
    {
      name: "subscription change: complained",
      body: { ...change, SuppressSending: true, SuppressionReason: "SpamComplaint" },
      receipts: [{ ...receipt, kind: "complained", isPermanent: true }],
    },
    {
      name: "subscription change: the address is active again",
      body: { ...change, SuppressSending: false, SuppressionReason: null },
      receipts: [],
    },
    {
      name: "subscription change by an operator, without a message",
      body: { ...change, MessageID: null, SuppressSending: true, SuppressionReason: "ManualSuppression" },
      receipts: [],
    },
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
