import { createPublicKey, verify as verifySignature } from "node:crypto";
import { entryAt, textAt } from "../json-path.ts";
import { type Meaning, reasonAt, receiptOf, timeIn } from "./event-fields.ts";
import type { ReceiptRules } from "./receipt.ts";
import { headerOf, isRecent } from "./signatures.ts";

/** https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks: the status of a recipient. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  delivered: { kind: "delivered" },
  // Of WhatsApp and RCS.
  read: { kind: "opened" },
  delivery_failed: { kind: "failed" },
  sending_failed: { kind: "failed" },
  expired: { kind: "failed" },
};
/** Not routable (40001), the recipient has sent STOP (40300), an invalid number (40310). */
const PERMANENT_CODES = ["40001", "40300", "40310"];

/** The start of every Ed25519 public key in DER (RFC 8410); Telnyx shows only the key's 32 bytes. */
const DER_START = Buffer.from("302a300506032b6570032100", "hex");

/** https://developers.telnyx.com/development/api-fundamentals/webhooks/receiving-webhooks: Ed25519 over `timestamp|body`. */
export const telnyxReceipts: ReceiptRules = {
  signingKey: {
    label: "Public key",
    help: "Account settings, Keys & credentials, Public key in Telnyx; in base64.",
  },
  verify({ request: { headers, body }, signingKey, now }) {
    const signature = headerOf(headers, "telnyx-signature-ed25519");
    const timestamp = headerOf(headers, "telnyx-timestamp");
    if (signature === undefined || !isRecent(timestamp, now)) return false;
    return isSignedBy(signingKey, Buffer.concat([Buffer.from(`${timestamp}|`), body]), signature);
  },
  receiptsIn(content) {
    const meaning = entryAt(MEANINGS, textAt(content, "data.payload.to.0.status"));
    const code = textAt(content, "data.payload.errors.0.code") ?? "";
    const isPermanent = PERMANENT_CODES.includes(code) || undefined;
    const parts = {
      ...(meaning?.kind === "failed" ? { isPermanent } : {}),
      at: timeIn(textAt(content, "data.occurred_at")),
      address: textAt(content, "data.payload.to.0.phone_number"),
      reason: reasonAt(content, "data.payload.errors.0.detail", "data.payload.errors.0.title"),
      eventId: textAt(content, "data.id"),
    };
    return receiptOf(textAt(content, "data.payload.id"), meaning, parts, content);
  },
};

function isSignedBy(key: string, signed: Buffer, signature: string): boolean {
  try {
    const der = Buffer.concat([DER_START, Buffer.from(key, "base64")]);
    const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
    return verifySignature(null, signed, publicKey, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}
