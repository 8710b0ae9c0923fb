import { type Brand, type DeadLetter, type ProviderId, toBrand } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { subscriberKeyOf, workflowKeyOf } from "../../foundation/ids.ts";
import type { Call } from "../../http/endpoint.ts";
import { momentField } from "../../http/moment-field.ts";
import { findWorkflowIdsEver } from "../../workflows/workflow-store.ts";
import type { DeadLetterFilter, ListedDeadLetter } from "../dead-letter-store.ts";

type WireFilter = Omit<DeadLetterFilter, "workflowIds" | "subscriberKey" | "diedAfter" | "diedBefore"> & {
  workflowId?: string | undefined;
  subscriberId?: string | undefined;
  diedAfter?: string | undefined;
  diedBefore?: string | undefined;
};

/**
 * Finds the workflows of the key, also deleted ones. `place` is the path of the filter in the request, such as `filter.`.
 * @throws AppError invalid for a text that is no moment; bad_request if the range ends before it begins.
 */
export async function readFilter(
  { database, environment }: Pick<Call<never>, "database" | "environment">,
  { workflowId, subscriberId, diedAfter: after, diedBefore: before, ...filter }: WireFilter,
  place = "",
): Promise<DeadLetterFilter> {
  const diedAfter = after === undefined ? undefined : momentField(`${place}diedAfter`, after);
  const diedBefore = before === undefined ? undefined : momentField(`${place}diedBefore`, before);
  if (diedAfter && diedBefore && diedAfter > diedBefore) {
    throw new AppError("bad_request", "Invalid range: diedAfter must not be later than diedBefore");
  }
  return {
    ...filter,
    diedAfter,
    diedBefore,
    workflowIds:
      workflowId === undefined
        ? undefined
        : await findWorkflowIdsEver(database, environment.id, workflowKeyOf(workflowId)),
    subscriberKey: subscriberId === undefined ? undefined : subscriberKeyOf(subscriberId),
  };
}

/** The wire form of a dead letter. */
export function toDeadLetter(letter: ListedDeadLetter, brand: Brand): DeadLetter {
  const { id, messageId, notificationId, transactionId, channel, providerId, integrationId } = letter;
  const { reason, errorText, attempts, diedAt, replayedAt, replayId } = letter;
  const { discardedAt, discardedBy } = letter;
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
    discardedAt: discardedAt?.toISOString() ?? null,
    discardedBy,
  };
}
