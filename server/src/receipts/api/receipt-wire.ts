import type { ReceiptResult } from "@tidings/contract";
import type { Matched } from "../receipt-effects.ts";

/** The wire form of a stored receipt. An event without a time has that of its arrival. */
export function toReceiptResult({ receipt, message }: Matched, now: Date): ReceiptResult {
  const { kind, at, providerMessageId, reason } = receipt;
  return {
    id: message.id,
    event: {
      status: kind === "complained" ? "complaint" : kind,
      date: (at ?? now).toISOString(),
      externalId: providerMessageId,
      ...(reason === undefined ? {} : { response: reason }),
    },
  };
}
