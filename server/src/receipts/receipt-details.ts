import { createHash } from "node:crypto";
import type { DetailCode } from "../notifications/execution-detail.ts";
import type { NewDetail } from "../notifications/new-detail.ts";
import type { Receipt, ReceiptKind } from "../providers/receipts/receipt.ts";
import type { ReceiptMessage } from "./receipt-store.ts";

export const CODE_OF: Readonly<Record<ReceiptKind, DetailCode>> = {
  delivered: "message_delivered",
  deferred: "message_deferred",
  bounced: "message_bounced",
  failed: "message_dropped",
  complained: "message_complained",
  unsubscribed: "message_unsubscribed",
  opened: "message_opened",
  clicked: "message_clicked",
};

/** A vendor's event is stored up to this length of its JSON. */
const MAX_EVENT = 4_096;
/** Events without a time are listed after the attempt to send. */
const AFTER_SENDING_MS = 60_000;

/** The execution detail of a receipt. The same event always has the same id, so that it is stored once. */
export function detailOf(receipt: Receipt, message: ReceiptMessage): NewDetail {
  const { kind, at, address, reason } = receipt;
  const event = JSON.stringify(receipt.raw);
  const facts = { kind, at, address, reason, messageId: message.id };
  return {
    id: idOf(receipt, message),
    notificationId: message.notificationId,
    position: message.position,
    code: CODE_OF[kind],
    providerId: message.providerId,
    isRetry: false,
    raw: JSON.stringify(event.length > MAX_EVENT ? facts : { ...facts, event: receipt.raw }),
  };
}

/** Begins with a time, because details are listed in the order of their ids. */
function idOf(
  { providerMessageId, kind, at, address, eventId }: Receipt,
  { id, integrationId }: ReceiptMessage,
): string {
  const createdMs = Number.parseInt(id.slice(0, 12), 16);
  // Many vendors cut the fraction of the second.
  const ms =
    at === undefined ? createdMs + AFTER_SENDING_MS : at.getTime() + (at.getTime() % 1_000 ? 0 : 999);
  const name = [integrationId, providerMessageId, kind, at?.toISOString(), address, eventId].join("|");
  const hash = createHash("sha256").update(`${id}|${name}`).digest("hex");
  return Math.max(ms, createdMs).toString(16).padStart(12, "0") + hash.slice(0, 12);
}
