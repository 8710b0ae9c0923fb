import { entryAt, textAt } from "../json-path.ts";
import { type Meaning, receiptOf, textFieldsOf, timeIn } from "./event-fields.ts";
import type { ReceiptRequest, ReceiptRules } from "./receipt.ts";
import { claimsOf, headerOf, hmacOf, isRecent, isSame, sha256Hex } from "./signatures.ts";

/** https://developer.vonage.com/en/messaging/sms/guides/delivery-receipts */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  delivered: { kind: "delivered" },
  expired: { kind: "failed" },
  failed: { kind: "failed" },
  rejected: { kind: "failed" },
};
/** Absent subscriber (permanent) and illegal number. */
const PERMANENT_CODES = ["3", "9"];

/** https://developer.vonage.com/en/getting-started/concepts/signing-messages, and signed webhooks with a JWT. */
export const nexmoReceipts: ReceiptRules = {
  signingKey: {
    label: "Signature secret",
    help: "API settings in the Vonage dashboard; choose SHA-256 HMAC or SHA-512 HMAC as the signature method.",
  },
  verify({ request, signingKey, now }) {
    const token = /^Bearer (\S+)$/i.exec(headerOf(request.headers, "authorization") ?? "")?.[1];
    // The token covers a body. Without one, the fields of the query are read, and have a signature of their own.
    if (token === undefined || request.body.length === 0) return hasSignedFields(request, signingKey, now);
    const claims = claimsOf(token, signingKey, now);
    return claims?.payload_hash === sha256Hex(request.body);
  },
  receiptsIn(event) {
    const meaning = entryAt(MEANINGS, textAt(event, "status"));
    const code = textAt(event, "err-code");
    const isPermanent = PERMANENT_CODES.includes(code ?? "") || undefined;
    const reason = code && `Vonage's error ${code}`;
    const parts = {
      at: timeIn(withZone(textAt(event, "message-timestamp"))),
      address: textAt(event, "msisdn"),
      ...(meaning?.kind === "failed" ? { isPermanent, reason } : {}),
    };
    return receiptOf(textAt(event, "messageId"), meaning, parts, event);
  },
};

const ALGORITHMS: Readonly<Record<number, "sha256" | "sha512">> = { 64: "sha256", 128: "sha512" };

/**
 * The vendor signs a text of all other fields, sorted by name: `&name=value` for each, with `_` for each `&` and `=` in the value. A
 * request with `&` or `=` in a name is refused, because the text of other fields would be the same.
 */
function hasSignedFields({ content }: ReceiptRequest, key: string, now: Date): boolean {
  const given = textAt(content, "sig", 128)?.toLowerCase();
  const algorithm = ALGORITHMS[given?.length ?? 0];
  const fields = textFieldsOf(content)?.filter(([name]) => name !== "sig");
  if (fields === undefined || given === undefined || algorithm === undefined) return false;
  if (fields.some(([name]) => /[&=]/.test(name))) return false;
  const signed = fields.map(([name, value]) => `&${name}=${value.replace(/[&=]/g, "_")}`).join("");
  return isRecent(textAt(content, "timestamp"), now) && isSame(given, hmacOf(signed, { algorithm, key }));
}

/** `2026-08-01 11:59:58` is in UTC. */
function withZone(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text}Z` : text;
}
