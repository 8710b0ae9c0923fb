import { createPrivateKey, createSign } from "node:crypto";
import { ownKey } from "../own-key.ts";
import { secondsOf, type VendorEvent, type VendorWebhook } from "./vendor-webhook.ts";

const { publicKey, pem } = ownKey("sendgrid");
const privateKey = createPrivateKey(pem);

const eventOf =
  (event: string, more: object = {}) =>
  ({ messageId, address, at, eventId }: VendorEvent) => [
    {
      event,
      email: address,
      timestamp: secondsOf(at),
      sg_event_id: eventId,
      sg_message_id: `${messageId}.filter0001.16648.5515E0B88.0`,
      ...more,
    },
  ];

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features */
export const sendgridWebhook: VendorWebhook = {
  signingKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  bodies: {
    delivered: eventOf("delivered", { response: "250 OK" }),
    deferred: eventOf("deferred", { response: "400 try again later" }),
    bounced: eventOf("bounce", { reason: "550 no such user", type: "bounce" }),
    failed: eventOf("dropped", { reason: "Bounced Address" }),
    complained: eventOf("spamreport"),
    unsubscribed: eventOf("unsubscribe"),
    opened: eventOf("open"),
    clicked: eventOf("click", { url: "https://example.com" }),
  },
  sign({ body, at }) {
    const timestamp = String(secondsOf(at));
    const signature = createSign("sha256")
      .update(timestamp + body)
      .sign(privateKey, "base64");
    const headers = {
      "x-twilio-email-event-webhook-timestamp": timestamp,
      "x-twilio-email-event-webhook-signature": signature,
    };
    return { headers };
  },
};
