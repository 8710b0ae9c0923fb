import { createHmac, randomBytes } from "node:crypto";
import { secondsOf, type VendorEvent, type VendorWebhook } from "./vendor-webhook.ts";

const KEY = "a-webhook-signing-key";
const TOKEN_BYTES = 25;

const eventOf =
  (word: string, more: object = {}) =>
  ({ messageId, address, at, eventId }: VendorEvent) => ({
    "event-data": {
      event: word,
      id: eventId,
      timestamp: at.getTime() / 1_000,
      recipient: address,
      message: { headers: { to: address, "message-id": messageId.replace(/^<|>$/g, "") } },
      ...more,
    },
  });

const failure = (severity: string, reason: string) =>
  eventOf("failed", {
    severity,
    reason,
    "delivery-status": { code: 550, message: "", description: "simulated" },
  });

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
export const mailgunWebhook: VendorWebhook = {
  signingKey: KEY,
  bodies: {
    delivered: eventOf("delivered"),
    deferred: failure("temporary", "generic"),
    bounced: failure("permanent", "bounce"),
    failed: failure("permanent", "old"),
    complained: eventOf("complained"),
    unsubscribed: eventOf("unsubscribed"),
    opened: eventOf("opened"),
    clicked: eventOf("clicked", { url: "https://example.com" }),
  },
  sign({ body, at }) {
    const [timestamp, token] = [String(secondsOf(at)), randomBytes(TOKEN_BYTES).toString("hex")];
    const signature = createHmac("sha256", KEY)
      .update(timestamp + token)
      .digest("hex");
    return { body: JSON.stringify({ ...JSON.parse(body), signature: { timestamp, token, signature } }) };
  },
};
