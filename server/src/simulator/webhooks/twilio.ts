import { createHmac } from "node:crypto";
import type { VendorEvent, VendorWebhook } from "./vendor-webhook.ts";

/** The auth token of the account, which also signs its webhooks. */
export const TWILIO_TOKEN = "the-token";

const statusOf =
  (MessageStatus: string, more: object = {}) =>
  ({ messageId, address }: VendorEvent) => ({
    AccountSid: "AC123",
    MessageSid: messageId,
    SmsSid: messageId,
    To: address,
    MessageStatus,
    ...more,
  });

/** https://www.twilio.com/docs/usage/security#validating-requests */
export const twilioWebhook: VendorWebhook = {
  signingKey: TWILIO_TOKEN,
  isCredential: true,
  form: true,
  bodies: {
    delivered: statusOf("delivered"),
    failed: statusOf("undelivered", { ErrorCode: "30005" }),
    opened: statusOf("read"),
  },
  sign({ url, body }) {
    const fields = [...new URLSearchParams(body)].sort(([a], [b]) => (a < b ? -1 : 1));
    const hash = createHmac("sha1", TWILIO_TOKEN).update(url + fields.flat().join(""));
    return { headers: { "x-twilio-signature": hash.digest("base64") } };
  },
};
