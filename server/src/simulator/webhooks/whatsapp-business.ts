import { createHmac, randomUUID } from "node:crypto";
import { secondsOf, type VendorEvent, type VendorWebhook } from "./vendor-webhook.ts";

const KEY = "an-app-secret";

const statusOf =
  (status: string, more: object = {}) =>
  ({ messageId, address, at }: VendorEvent) => {
    const recipient_id = address.replace(/^\+/, "");
    const statuses = [{ id: messageId, status, timestamp: String(secondsOf(at)), recipient_id, ...more }];
    const changes = [{ field: "messages", value: { messaging_product: "whatsapp", statuses } }];
    return { object: "whatsapp_business_account", entry: [{ id: "1", changes }] };
  };

/** https://developers.facebook.com/docs/graph-api/webhooks/getting-started */
export const whatsappBusinessWebhook: VendorWebhook = {
  signingKey: KEY,
  bodies: {
    delivered: statusOf("delivered"),
    opened: statusOf("read"),
    failed: statusOf("failed", {
      errors: [{ code: 131026, title: "Message undeliverable", error_data: { details: "not on WhatsApp" } }],
    }),
  },
  sign: ({ body }) => ({
    headers: {
      "x-hub-signature-256": `sha256=${createHmac("sha256", KEY).update(body).digest("hex")}`,
    },
  }),
  /** Meta checks the address once; the verify token is the integration's id, which ends the path. */
  handshake({ url }) {
    const challenge = randomUUID();
    const query = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.challenge": challenge,
      "hub.verify_token": new URL(url).pathname.split("/").at(-1) ?? "",
    });
    return { url: `${url}?${query}`, body: "", expects: { body: challenge } };
  },
};
