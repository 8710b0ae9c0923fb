import { type Brand, type DeadLetter, type ProviderId, toBrand } from "@tidings/contract";
import type { ListedDeadLetter } from "../dead-letter-store.ts";

/** The wire form of a dead letter. */
export function toDeadLetter(letter: ListedDeadLetter, brand: Brand): DeadLetter {
  const { id, messageId, notificationId, transactionId, channel, providerId, integrationId } = letter;
  const { reason, errorText, attempts, diedAt, replayedAt, replayId } = letter;
  return {
    _id: id,
    _messageId: messageId,
    _notificationId: notificationId,
    transactionId,
    workflowId: letter.workflowIdentifier,
    subscriberId: letter.subscriberExternalId,
    channel,
    providerId: providerId === null ? null : toBrand(providerId as ProviderId, brand),
    _integrationId: integrationId,
    reason,
    errorText,
    attempts,
    diedAt: diedAt.toISOString(),
    replayedAt: replayedAt?.toISOString() ?? null,
    replayId,
  };
}
