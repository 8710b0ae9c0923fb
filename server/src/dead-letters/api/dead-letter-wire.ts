import { type Brand, type DeadLetter, type ProviderId, toBrand } from "@tidings/contract";
import { subscriberKeyOf } from "../../foundation/ids.ts";
import type { DeadLetterFilter, ListedDeadLetter } from "../dead-letter-store.ts";

type WireFilter = Omit<DeadLetterFilter, "subscriberKey"> & { subscriberId?: string | undefined };

export function fromFilter({ subscriberId, ...filter }: WireFilter): DeadLetterFilter {
  return {
    ...filter,
    ...(subscriberId === undefined ? {} : { subscriberKey: subscriberKeyOf(subscriberId) }),
  };
}

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
    subscriberId: letter.subscriberKey,
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
