import type { HeldBackReason } from "@tidings/contract";
import type { Transactional } from "../../database/database.ts";
import { readTime } from "../../environments/environment-store.ts";
import { AppError } from "../../foundation/app-error.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { IntegrationStore } from "../../integrations/integration-store.ts";
import { type LockedMessage, lockForRetry, makeMessageDue } from "./retry-store.ts";

/** What keeps the next attempt from calling the provider. `until` is null if that is not known. */
export type HeldBackNow = { reason: HeldBackReason; until: Date | null };

type Retrying = { database: Transactional; integrations: IntegrationStore };

/**
 * Makes the planned attempt of a waiting message due now; a worker makes it. Returns what holds it back all the same.
 * @throws AppError not_found; conflict if no attempt is planned, or one is being made.
 */
export async function retryMessage(
  { database, integrations }: Retrying,
  environmentId: string,
  messageId: string,
): Promise<HeldBackNow | undefined> {
  return database.transaction(async (tx) => {
    const message = await lockForRetry(tx, environmentId, messageId);
    if (!message) throw new AppError("not_found", `Message ${messageId} was not found`);
    const problem = problemOf(message);
    if (problem) throw new AppError("conflict", problem);
    await makeMessageDue(tx, environmentId, message);
    const all = await integrations.list(tx, environmentId);
    const { now } = await readTime(tx, environmentId);
    const held = heldBackBy(
      all.find(({ id }) => id === message.integrationId),
      now,
    );
    // For a rate it waits all the same.
    if (held?.reason === "waits_for_rate") return held;
    const others = message.otherAnswers?.map(({ integrationId }) => integrationId) ?? [];
    // An integration that has refused the account is asked again.
    return all.some(({ id, isActive }) => isActive && others.includes(id)) ? undefined : held;
  });
}

/** Why there is no attempt to be made now, and what to do instead. */
function problemOf({ id, channel, status, isForOthers, deadLetterId, isHeld, isQueued }: LockedMessage) {
  const resend = `POST /v1/messages/${id}/resend sends it again`;
  if (channel === "in_app") return "An in-app message is delivered when it is stored; it has no attempts";
  if (status === "sent" && !isForOthers) return `The message was sent; ${resend}`;
  if (status === "error" && deadLetterId !== null) {
    return `The message was given up; POST /v1/dead-letters/replay with {"ids":["${deadLetterId}"]} sends it again`;
  }
  if (status === "error") return `The message was given up or canceled; ${resend}`;
  if (isHeld) return "The message is being sent just now; read it again in a moment";
  return isQueued ? undefined : "The step of the message has ended; no attempt is planned";
}

function heldBackBy(integration: Integration | undefined, now: Date): HeldBackNow | undefined {
  if (!integration) return undefined;
  const { isActive, breakerTrips, breakerOpenUntil, pausedUntil } = integration;
  if (!isActive) return { reason: "integration_off", until: null };
  const isOpen = breakerTrips > 0 && breakerOpenUntil !== null && breakerOpenUntil > now;
  if (isOpen) return { reason: "breaker_open", until: breakerOpenUntil };
  const isPaused = pausedUntil !== null && pausedUntil > now;
  return isPaused ? { reason: "waits_for_rate", until: pausedUntil } : undefined;
}
