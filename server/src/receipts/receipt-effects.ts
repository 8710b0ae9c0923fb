import { newId } from "../foundation/id.ts";
import type { Receipt } from "../providers/receipts/receipt.ts";
import { comparable, type SuppressibleChannel, type Suppression } from "../suppressions/suppression.ts";
import type { MessageChange, ReceiptMessage } from "./receipt-store.ts";

/** A receipt and the message that it is about. */
export type Matched = { receipt: Receipt; message: ReceiptMessage };

/** What these receipts change of their messages, one change for each message. */
export function changesOf(matches: readonly Matched[], now: Date): MessageChange[] {
  const changes = new Map<string, MessageChange>();
  for (const { receipt, message } of matches) {
    if (!isAboutRecipient(receipt, message)) continue;
    const before = changes.get(message.id) ?? unchanged(message.id);
    changes.set(message.id, changed(before, receipt, receipt.at ?? now));
  }
  return [...changes.values()];
}

function unchanged(id: string): MessageChange {
  const nothing = { status: null, errorId: null, errorText: null };
  return { id, deliveredAt: null, seenAt: null, readAt: null, ...nothing };
}

/** A receipt about a copy recipient says nothing about the message's own. */
function isAboutRecipient({ address }: Receipt, { channel, email }: ReceiptMessage): boolean {
  if (channel !== "email" || address === undefined || email === null) return true;
  return comparable(address) === comparable(email);
}

function changed(before: MessageChange, { kind, reason }: Receipt, at: Date): MessageChange {
  const errorText = reason ?? `The provider reported the message as ${kind}`;
  switch (kind) {
    case "delivered":
      return { ...before, deliveredAt: before.deliveredAt ?? at };
    case "opened":
      return { ...before, seenAt: before.seenAt ?? at };
    case "clicked":
      return { ...before, seenAt: before.seenAt ?? at, readAt: before.readAt ?? at };
    case "bounced":
    case "failed":
      return { ...before, status: "error", errorId: `message_${kind}`, errorText };
    default:
      return before;
  }
}

/** The addresses that get no more messages. */
export function suppressionsOf(matches: readonly Matched[], nowMs: number): Suppression[] {
  return matches.flatMap(({ receipt, message }) => {
    const address = addressOf(receipt, message);
    const { kind, isPermanent, reason = null } = receipt;
    if (!isPermanent || !address) return [];
    const { channel, providerId, integrationId, id: messageId, subscriberId } = message;
    return [
      {
        id: newId(nowMs),
        channel: channel as SuppressibleChannel,
        address: comparable(address),
        reason: kind === "bounced" || kind === "complained" ? kind : "failed",
        explanation: reason,
        providerId,
        integrationId,
        messageId,
        subscriberId,
      },
    ];
  });
}

/** Vendors write telephone numbers in other forms than we do, so the message's own number is used. */
function addressOf({ address }: Receipt, { channel, email, phone }: ReceiptMessage): string | null {
  if (channel === "sms") return phone;
  if (channel !== "email") return null;
  return address?.includes("@") ? address : email;
}
