import { createHash } from "node:crypto";

/**
 * What a message stores of a recipient to which nothing more is sent: a hash of the address or device token, because device tokens are
 * secrets. Letters of the other case are the same address.
 */
export function recipientMark(recipient: string): string {
  return createHash("sha256").update(recipient.toLowerCase()).digest("hex").slice(0, 16);
}

/** Those of the recipients that have the message, or were refused for good. */
export function settledAmong(
  recipients: readonly string[],
  marks: readonly string[] | null | undefined,
): string[] {
  return marks?.length ? recipients.filter((recipient) => marks.includes(recipientMark(recipient))) : [];
}
