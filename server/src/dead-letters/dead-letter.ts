import type { DeadReason } from "@tidings/contract";
import { newId } from "../foundation/id.ts";
import type { Message } from "../messages/message.ts";

/** A message that was given up, and why; an operator can replay it. */
export type DeadLetter = Pick<
  Message,
  | "notificationId"
  | "jobId"
  | "transactionId"
  | "workflowId"
  | "stepId"
  | "subscriberId"
  | "channel"
  | "providerId"
  | "integrationId"
  | "errorText"
  | "attempts"
> & { id: string; messageId: string; reason: DeadReason };

export function newDeadLetter(
  { message, reason }: { message: Message; reason: DeadReason },
  now: Date,
): DeadLetter {
  const { id: messageId, notificationId, jobId, transactionId, workflowId, stepId, subscriberId } = message;
  const { channel, providerId, integrationId, errorText, attempts } = message;
  return {
    id: newId(now.getTime()),
    messageId,
    notificationId,
    jobId,
    transactionId,
    workflowId,
    stepId,
    subscriberId,
    channel,
    providerId,
    integrationId,
    errorText,
    attempts,
    reason,
  };
}
