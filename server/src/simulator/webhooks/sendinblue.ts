import { secondsOf, type VendorEvent, type VendorWebhook } from "./vendor-webhook.ts";

const KEY = "a-token-of-the-webhook";

const eventOf =
  (event: string, more: object = {}) =>
  ({ messageId, address, at }: VendorEvent) => ({
    event,
    email: address,
    id: 26224,
    ts: secondsOf(at),
    ts_event: secondsOf(at),
    "message-id": messageId,
    ...more,
  });

/** https://developers.brevo.com/docs/secured-webhooks: Brevo does not sign. */
export const sendinblueWebhook: VendorWebhook = {
  signingKey: KEY,
  bodies: {
    delivered: eventOf("delivered"),
    deferred: eventOf("deferred", { reason: "greylisted" }),
    bounced: eventOf("hard_bounce", { reason: "no such mailbox" }),
    failed: eventOf("blocked"),
    complained: eventOf("spam"),
    unsubscribed: eventOf("unsubscribed"),
    opened: eventOf("unique_opened"),
    clicked: eventOf("click", { link: "https://example.com" }),
  },
  sign: () => ({ headers: { authorization: `Bearer ${KEY}` } }),
};
