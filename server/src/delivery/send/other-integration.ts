import type { DeliveryOptions } from "@tidings/contract";
import { type Integration, isInHouse } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import { waitingAt } from "../../messages/other-answer.ts";
import { fittingIntegrations, preferredIntegration } from "../runs/conditional-integrations.ts";
import type { Run } from "../runs/run.ts";
import type { Attempted } from "./attempt-outcome.ts";

type Alternatives = { integrations: readonly Integration[]; options: DeliveryOptions };

/**
 * The integration through which a message may go on after an attempt. Chat and push addresses belong to their integration. A mail or an
 * SMS is moved once because of an outage. A refused account does not count: the message goes to each integration that has not refused
 * it, or was changed since. The local outbox delivers to no person: a mail in it is not a delivered mail.
 */
export function otherIntegration(
  run: Run,
  { message, outcome }: Attempted,
  { integrations, options: { failover = true } }: Alternatives,
): Integration | undefined {
  const { channel, integrationId, otherAnswers } = message;
  if (!failover || outcome.kind === "accepted" || (channel !== "email" && channel !== "sms"))
    return undefined;
  if (outcome.kind !== "config_error" && wasMoved(message)) return undefined;
  const waited = waitingAt(otherAnswers)?.integrationId;
  const others = integrations.filter(
    (other) =>
      other.id !== integrationId && other.id !== waited && !isInHouse(other) && !refuses(message, other),
  );
  return preferredIntegration(fittingIntegrations(run, others, channel).fitting, channel);
}

/** Because of an outage. A message that an earlier version moved has no answers. */
function wasMoved({ failedOverFrom, otherAnswers }: Message): boolean {
  return waitingAt(otherAnswers) !== undefined || (failedOverFrom !== null && otherAnswers === null);
}

/** It refused the account for this message, and is as it was then. */
function refuses({ otherAnswers }: Message, { id, changedAt }: Integration): boolean {
  const answer = otherAnswers?.find(({ integrationId }) => integrationId === id);
  return answer !== undefined && answer.refusedAsOf === changedAt.toISOString();
}
