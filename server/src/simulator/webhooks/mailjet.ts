import { basicAuth, secondsOf, type VendorEvent, type VendorWebhook } from "./vendor-webhook.ts";

const KEY = "tidings:a-password-in-the-url";

const eventOf =
  (event: string, more: object = {}) =>
  ({ messageId, address, at }: VendorEvent) => ({
    event,
    time: secondsOf(at),
    MessageID: at.getTime(),
    Message_GUID: messageId,
    email: address,
    ...more,
  });

/** https://dev.mailjet.com/email/guides/webhooks/: Mailjet does not sign. */
export const mailjetWebhook: VendorWebhook = {
  signingKey: KEY,
  bodies: {
    delivered: eventOf("sent", { smtp_reply: "250 OK" }),
    bounced: eventOf("bounce", { hard_bounce: true, blocked: false, error: "user unknown" }),
    failed: eventOf("blocked", { error: "preblocked", error_related_to: "mailjet" }),
    complained: eventOf("spam", { source: "JMRPP" }),
    unsubscribed: eventOf("unsub"),
    opened: eventOf("open"),
    clicked: eventOf("click", { url: "https://example.com" }),
  },
  sign: () => ({ headers: { authorization: basicAuth(KEY) } }),
};
