import { type Brand, type DeadLetter, type ProviderId, toBrand } from "@tidings/contract";
import { subscriberKeyOf, workflowKeyOf } from "../../foundation/ids.ts";
import type { DeadLetterFilter, ListedDeadLetter } from "../dead-letter-store.ts";

type WireFilter = Omit<DeadLetterFilter, "workflowKey" | "subscriberKey"> & {
  workflowId?: string | undefined;
  subscriberId?: string | undefined;
};

export function fromFilter({ workflowId, subscriberId, ...filter }: WireFilter): DeadLetterFilter {
  return {
    ...filter,
    workflowKey: workflowId === undefined ? undefined : workflowKeyOf(workflowId),
    subscriberKey: subscriberId === undefined ? undefined : subscriberKeyOf(subscriberId),
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
    workflowId: letter.workflowKey,
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
