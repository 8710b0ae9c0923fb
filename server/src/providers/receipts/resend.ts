import { entryAt, textAt } from "../json-path.ts";
import { eventsOf, type Meaning, reasonAt, receiptOf, timeIn } from "./event-fields.ts";
import type { Receipt, ReceiptRules } from "./receipt.ts";
import { headerOf, hmacOf, isRecent, isSame } from "./signatures.ts";

/** https://resend.com/docs/dashboard/webhooks/event-types */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  "email.delivered": { kind: "delivered" },
  "email.delivery_delayed": { kind: "deferred" },
  "email.bounced": { kind: "bounced" },
  "email.complained": { kind: "complained", isPermanent: true },
  "email.failed": { kind: "failed" },
  // Not sent, because the address bounced or complained before: https://resend.com/changelog/email-suppression-visibility
  "email.suppressed": { kind: "failed", isPermanent: true },
  "email.opened": { kind: "opened" },
  "email.clicked": { kind: "clicked" },
};

/** Without a dot, which would move the border between the id and the time under the same signature. */
const ID = /^[\w-]{1,200}$/;

/**
 * https://resend.com/docs/dashboard/webhooks/verify-webhooks-requests: Resend sends through Svix, whose signature covers
 * `id.timestamp.body` (https://docs.svix.com/receiving/verifying-payloads/how-manual).
 */
export const resendReceipts: ReceiptRules = {
  signingKey: { label: "Signing secret", help: "Starts with whsec_; on the page of the webhook in Resend." },
  verify({ request: { headers, body }, signingKey, now }) {
    const [id, timestamp, given] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) =>
      headerOf(headers, name),
    );
    if (id === undefined || !ID.test(id) || given === undefined || !isRecent(timestamp, now)) return false;
    const key = Buffer.from(signingKey.replace(/^whsec_/, ""), "base64");
    if (key.length === 0) return false;
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
    const expected = `v1,${hmacOf(signed, { key, encoding: "base64" })}`;
    return given.split(" ").some((one) => isSame(one, expected));
  },
  receiptsIn: (content) => eventsOf(content).flatMap(receiptIn),
};

function receiptIn(event: unknown): Receipt[] {
  const meaning = entryAt(MEANINGS, textAt(event, "type"));
  const isHard = textAt(event, "data.bounce.type") === "Permanent";
  const parts = {
    ...(meaning?.kind === "bounced" ? { isPermanent: isHard } : {}),
    at: timeIn(textAt(event, "created_at")),
    address: textAt(event, "data.to.0") ?? textAt(event, "data.to"),
    reason: reasonAt(event, "data.bounce.message", "data.failed.reason", "data.suppressed.message"),
  };
  return receiptOf(textAt(event, "data.email_id"), meaning, parts, event);
}
