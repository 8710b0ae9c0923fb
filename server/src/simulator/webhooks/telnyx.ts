import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { secondsOf, type VendorEvent, type VendorWebhook } from "./vendor-webhook.ts";

/** The start of every Ed25519 private key in DER (RFC 8410). */
const DER_START = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;

/** Always the same, so that an integration with it works after a restart of the simulator. It protects nothing. */
const privateKey = createPrivateKey({
  key: Buffer.concat([DER_START, createHash("sha256").update("simulator telnyx").digest()]),
  format: "der",
  type: "pkcs8",
});

const eventOf =
  (status: string, errors: object[] = []) =>
  ({ messageId, address, at, eventId }: VendorEvent) => ({
    data: {
      event_type: "message.finalized",
      id: eventId,
      occurred_at: at.toISOString(),
      payload: { id: messageId, to: [{ phone_number: address, status }], errors },
      record_type: "event",
    },
    meta: { attempt: 1 },
  });

/** https://developers.telnyx.com/development/api-fundamentals/webhooks/receiving-webhooks */
export const telnyxWebhook: VendorWebhook = {
  /** Telnyx shows the last 32 bytes of the key in DER. */
  signingKey: createPublicKey(privateKey)
    .export({ type: "spki", format: "der" })
    .subarray(-KEY_BYTES)
    .toString("base64"),
  bodies: {
    delivered: eventOf("delivered"),
    failed: eventOf("delivery_failed", [{ code: "40001", title: "Not routable", detail: "a landline" }]),
  },
  sign({ body, at }) {
    const timestamp = String(secondsOf(at));
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString("base64");
    return { headers: { "telnyx-timestamp": timestamp, "telnyx-signature-ed25519": signature } };
  },
};
