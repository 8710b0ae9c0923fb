import { sesReceipts } from "../../src/providers/receipts/ses.ts";
import { CERTIFICATE_PATH, SNS_TOPIC, sesWebhook } from "../../src/simulator/webhooks/ses.ts";
import { SNS_CERTIFICATE } from "../../src/simulator/webhooks/sns-certificate.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const mail = { messageId: "ses1", destination: ["ada@example.com"] };
const timestamp = "2026-08-01T11:59:58.126Z";
const receipt = { providerMessageId: "ses1", at: new Date(timestamp), address: "ada@example.com" };
const bounce = (bounceType: string) => ({
  notificationType: "Bounce",
  mail,
  bounce: {
    bounceType,
    bouncedRecipients: [{ emailAddress: "ada@example.com", diagnosticCode: "550 unknown" }],
    timestamp,
  },
});

const complaint = (more: object) => ({
  eventType: "Complaint",
  mail,
  complaint: { timestamp, complainedRecipients: [{ emailAddress: "ada@example.com" }], ...more },
});
const topic = (subscriptionStatus: string, topicName = "News") => ({ topicName, subscriptionStatus });
const subscription = (
  newTopicPreferences: object,
  oldTopicPreferences: object = { unsubscribeAll: false, topicSubscriptionStatus: [topic("OptIn")] },
) => ({
  eventType: "Subscription",
  mail,
  subscription: { contactList: "Readers", timestamp, newTopicPreferences, oldTopicPreferences },
});
const left = { providerMessageId: "ses1", at: new Date(timestamp) };

export const sesReceiptCase: ReceiptCase = {
  name: "ses",
  rules: sesReceipts,
  signingKey: SNS_TOPIC,
  sign: sesWebhook.sign,
  // Members that SNS does not sign are not read.
  leavesBody: true,
  call: async ({ url }) => {
    const status = url.endsWith(CERTIFICATE_PATH) ? 200 : 404;
    return { kind: "answered", status, headers: {}, body: SNS_CERTIFICATE, isCut: false };
  },
  events: [
    {
      name: "delivery",
      body: { eventType: "Delivery", mail, delivery: { timestamp, recipients: ["ada@example.com"] } },
      receipts: [{ ...receipt, kind: "delivered" }],
    },
    {
      name: "hard bounce",
      body: bounce("Permanent"),
      receipts: [{ ...receipt, kind: "bounced", isPermanent: true, reason: "550 unknown" }],
    },
    {
      name: "soft bounce",
      body: bounce("Transient"),
      receipts: [{ ...receipt, kind: "bounced", isPermanent: false, reason: "550 unknown" }],
    },
    {
      name: "complaint of two recipients",
      body: {
        notificationType: "Complaint",
        mail,
        complaint: {
          timestamp,
          complainedRecipients: [{ emailAddress: "ada@example.com" }, { emailAddress: "bob@example.com" }],
        },
      },
      receipts: [
        { ...receipt, kind: "complained", isPermanent: true },
        { ...receipt, kind: "complained", isPermanent: true, address: "bob@example.com" },
      ],
    },
    {
      name: "not sent, because the address is on the suppression list after a complaint",
      body: complaint({ complaintSubType: "OnAccountSuppressionList", complaintFeedbackType: null }),
      receipts: [{ ...receipt, kind: "failed", isPermanent: true }],
    },
    {
      name: "unsubscribed from all topics",
      body: subscription({ unsubscribeAll: true }),
      receipts: [{ ...left, kind: "unsubscribed" }],
    },
    {
      name: "unsubscribed from one topic",
      body: subscription({ unsubscribeAll: false, topicSubscriptionStatus: [topic("OptOut")] }),
      receipts: [{ ...left, kind: "unsubscribed" }],
    },
    {
      name: "subscribed to a topic",
      body: subscription(
        { unsubscribeAll: false, topicSubscriptionStatus: [topic("OptIn"), topic("OptOut", "Other")] },
        { unsubscribeAll: false, topicSubscriptionStatus: [topic("OptOut"), topic("OptOut", "Other")] },
      ),
      receipts: [],
    },
    {
      name: "not-spam: the recipient took the mail out of the junk folder",
      body: complaint({ complaintFeedbackType: "not-spam" }),
      receipts: [{ ...receipt, kind: "delivered" }],
    },
    {
      name: "auth-failure: no complaint",
      body: complaint({ complaintFeedbackType: "auth-failure" }),
      receipts: [],
    },
    ...["abuse", "fraud", "virus", "other"].map((feedbackType) => ({
      name: `complaint: ${feedbackType}`,
      body: complaint({ complaintFeedbackType: feedbackType }),
      receipts: [{ ...receipt, kind: "complained" as const, isPermanent: true }],
    })),
    {
      name: "delay",
      body: {
        eventType: "DeliveryDelay",
        mail,
        deliveryDelay: {
          timestamp,
          delayType: "MailboxFull",
          delayedRecipients: [{ emailAddress: "ada@example.com", diagnosticCode: "452 full" }],
        },
      },
      receipts: [{ ...receipt, kind: "deferred", reason: "452 full" }],
    },
    {
      name: "reject",
      body: { eventType: "Reject", mail, reject: { reason: "Bad content" } },
      receipts: [{ providerMessageId: "ses1", kind: "failed", reason: "Bad content" }],
    },
    {
      name: "open",
      body: { eventType: "Open", mail, open: { timestamp, ipAddress: "192.0.2.1" } },
      receipts: [{ providerMessageId: "ses1", at: new Date(timestamp), kind: "opened" }],
    },
    {
      name: "click",
      body: { eventType: "Click", mail, click: { timestamp, link: "https://example.com" } },
      receipts: [{ providerMessageId: "ses1", at: new Date(timestamp), kind: "clicked" }],
    },
    { name: "send: already known", body: { eventType: "Send", mail, send: {} }, receipts: [] },
  ],
};
