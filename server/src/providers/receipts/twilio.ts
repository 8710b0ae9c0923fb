import { entryAt, textAt } from "../json-path.ts";
import { type Meaning, reasonAt, receiptOf, textFieldsOf } from "./event-fields.ts";
import type { ReceiptRules } from "./receipt.ts";
import { headerOf, hmacOf, isSame } from "./signatures.ts";

/** https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  delivered: { kind: "delivered" },
  undelivered: { kind: "failed" },
  failed: { kind: "failed" },
  canceled: { kind: "failed" },
  read: { kind: "opened" },
};

/**
 * https://www.twilio.com/docs/api/errors: no such number (21211, 30005), no mobile telephone (21614, 30006), the recipient has
 * unsubscribed (21610).
 */
const PERMANENT_CODES = ["21211", "21610", "21614", "30005", "30006"];

/**
 * https://www.twilio.com/docs/usage/security#validating-requests: HMAC with SHA-1 over the URL and the sorted form fields. There
 * is no timestamp; a repeated request has no effect.
 */
export const twilioReceipts: ReceiptRules = {
  signingKey: { label: "Auth token", help: "Leave it empty: the auth token of the credentials is used." },
  fallbackField: "token",
  verify({ request: { headers, url, content }, signingKey }) {
    const given = headerOf(headers, "x-twilio-signature");
    const fields = textFieldsOf(content);
    if (given === undefined || fields === undefined) return false;
    const signed = url + fields.flat().join("");
    return isSame(given, hmacOf(signed, { algorithm: "sha1", key: signingKey, encoding: "base64" }));
  },
  receiptsIn(event) {
    const meaning = entryAt(MEANINGS, textAt(event, "MessageStatus"));
    const code = textAt(event, "ErrorCode");
    const isPermanent = PERMANENT_CODES.includes(code ?? "") || undefined;
    const reason = reasonAt(event, "ErrorMessage") ?? (code && `Twilio's error ${code}`);
    const parts = {
      address: textAt(event, "To"),
      ...(meaning?.kind === "failed" ? { isPermanent, reason } : {}),
    };
    return receiptOf(textAt(event, "MessageSid"), meaning, parts, event);
  },
};
