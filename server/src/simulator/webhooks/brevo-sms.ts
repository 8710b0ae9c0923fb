import { sendinblueWebhook } from "./sendinblue.ts";
import type { VendorEvent, VendorWebhook } from "./vendor-webhook.ts";

const eventOf =
  (msg_status: string, more: object = {}) =>
  ({ messageId, address }: VendorEvent) => ({
    id: 26570,
    to: address.replace(/^\+/, ""),
    sms_count: 1,
    credits_used: 1.5,
    messageId: Number(messageId),
    remaining_credit: 11488.845,
    msg_status,
    type: "Transactional",
    ...more,
  });

/** https://developers.brevo.com/docs/transactional-webhooks: Transactional SMS. Brevo does not sign. */
export const brevoSmsWebhook: VendorWebhook = {
  signingKey: sendinblueWebhook.signingKey,
  bodies: {
    delivered: eventOf("delivered"),
    bounced: eventOf("hard_bounce"),
    failed: eventOf("rejected"),
    unsubscribed: eventOf("unsubscribe"),
  },
  sign: sendinblueWebhook.sign,
};
