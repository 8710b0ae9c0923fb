import { basicAuth, type VendorEvent, type VendorWebhook } from "./vendor-webhook.ts";

const KEY = "tidings:a-password-of-the-webhook";

const bounceOf = (RecordType: string, Type: string) => (event: VendorEvent) => ({
  RecordType,
  Type,
  ID: event.eventId,
  MessageID: event.messageId,
  Email: event.address,
  BouncedAt: event.at.toISOString(),
  Inactive: Type !== "Blocked",
  Description: "The server was unable to deliver your message (simulated).",
});

const receivedOf = (RecordType: string, more: object) => (event: VendorEvent) => ({
  RecordType,
  MessageID: event.messageId,
  Recipient: event.address,
  ReceivedAt: event.at.toISOString(),
  ...more,
});

/** https://postmarkapp.com/developer/webhooks/webhooks-overview: Postmark does not sign. */
export const postmarkWebhook: VendorWebhook = {
  signingKey: KEY,
  bodies: {
    delivered: ({ messageId, address, at }) => ({
      RecordType: "Delivery",
      MessageID: messageId,
      Recipient: address,
      DeliveredAt: at.toISOString(),
      Details: "250 OK",
    }),
    bounced: bounceOf("Bounce", "HardBounce"),
    failed: bounceOf("Bounce", "Blocked"),
    complained: bounceOf("SpamComplaint", "SpamComplaint"),
    unsubscribed: ({ messageId, address, at }) => ({
      RecordType: "SubscriptionChange",
      MessageID: messageId,
      Recipient: address,
      ChangedAt: at.toISOString(),
      Origin: "Recipient",
      SuppressSending: true,
      SuppressionReason: "ManualSuppression",
    }),
    opened: receivedOf("Open", { FirstOpen: true }),
    clicked: receivedOf("Click", { ClickLocation: "HTML" }),
  },
  sign: () => ({ headers: { authorization: basicAuth(KEY) } }),
};
