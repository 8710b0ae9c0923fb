import { entryAt, textAt } from "../json-path.ts";
import { type Meaning, receiptOf, timeIn } from "./event-fields.ts";
import type { ReceiptRules } from "./receipt.ts";
import { claimsOf, headerOf, sha256Hex } from "./signatures.ts";

/** https://developers.messagebird.com/api/sms-messaging/#sms-statuses; expired: the telephone could not be reached in time. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  delivered: { kind: "delivered" },
  delivery_failed: { kind: "failed" },
  expired: { kind: "failed" },
};
/** https://developers.messagebird.com/api/sms-messaging/#sms-errors: unknown, unidentified or illegal subscriber. */
const PERMANENT_CODES = ["1", "5", "9"];

/**
 * https://developers.messagebird.com/api/#verifying-http-requests: a JWT with the hashes of the URL and of the body.
 * MessageBird sends status reports as GET requests with the fields in the query.
 */
export const messagebirdReceipts: ReceiptRules = {
  signingKey: {
    label: "Signing key",
    help: "Developers, API settings, Signing key in the MessageBird dashboard.",
  },
  verify({ request: { headers, url, body }, signingKey, now }) {
    const claims = claimsOf(headerOf(headers, "messagebird-signature-jwt") ?? "", signingKey, now);
    if (claims?.iss !== "MessageBird" || claims.url_hash !== sha256Hex(url)) return false;
    return claims.payload_hash === (body.length === 0 ? undefined : sha256Hex(body));
  },
  receiptsIn(event) {
    const meaning = entryAt(MEANINGS, textAt(event, "status"));
    const code = textAt(event, "statusErrorCode");
    const isPermanent = PERMANENT_CODES.includes(code ?? "") || undefined;
    const reason = code && `MessageBird's error ${code}`;
    const parts = {
      at: timeIn(textAt(event, "statusDatetime")),
      address: textAt(event, "recipient"),
      ...(meaning?.kind === "failed" ? { isPermanent, reason } : {}),
    };
    return receiptOf(textAt(event, "id"), meaning, parts, event);
  },
};
