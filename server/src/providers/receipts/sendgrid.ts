import { createPublicKey, verify as verifySignature } from "node:crypto";
import { entryAt, textAt } from "../json-path.ts";
import { eventsOf, type Meaning, reasonAt, receiptOf, secondsIn } from "./event-fields.ts";
import type { Receipt, ReceiptRules } from "./receipt.ts";
import { headerOf, isRecent } from "./signatures.ts";

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  delivered: { kind: "delivered" },
  deferred: { kind: "deferred" },
  bounce: { kind: "bounced", isPermanent: true },
  dropped: { kind: "failed" },
  spamreport: { kind: "complained", isPermanent: true },
  unsubscribe: { kind: "unsubscribed" },
  group_unsubscribe: { kind: "unsubscribed" },
  open: { kind: "opened" },
  click: { kind: "clicked" },
};

const HEADERS = "x-twilio-email-event-webhook";

/**
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features:
 * ECDSA with SHA-256 over the timestamp and the body.
 */
export const sendgridReceipts: ReceiptRules = {
  signingKey: {
    label: "Verification key",
    help: "Settings, Mail Settings, Event Webhooks, Signature verification in SendGrid; a public key in base64.",
  },
  verify({ request: { headers, body }, signingKey, now }) {
    const signature = headerOf(headers, `${HEADERS}-signature`);
    const timestamp = headerOf(headers, `${HEADERS}-timestamp`);
    if (signature === undefined || !isRecent(timestamp, now)) return false;
    return isSignedBy(signingKey, Buffer.concat([Buffer.from(timestamp ?? ""), body]), signature);
  },
  receiptsIn: (content) => eventsOf(content).flatMap(receiptIn),
};

function isSignedBy(key: string, signed: Buffer, signature: string): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    return verifySignature("sha256", signed, publicKey, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/** `sg_message_id` begins with the id of the response to Mail Send; a bounce of the type "blocked" may be temporary. */
function receiptIn(event: unknown): Receipt[] {
  const meaning = entryAt(MEANINGS, textAt(event, "event"));
  const isBlocked = textAt(event, "type") === "blocked";
  const parts = {
    ...(meaning?.kind === "bounced" && isBlocked ? { isPermanent: false } : {}),
    at: secondsIn(textAt(event, "timestamp")),
    address: textAt(event, "email"),
    reason: reasonAt(event, "reason", "response"),
    eventId: textAt(event, "sg_event_id"),
  };
  return receiptOf(textAt(event, "sg_message_id")?.split(".")[0], meaning, parts, event);
}
