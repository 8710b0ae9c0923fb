import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import type { Engine } from "../engine.ts";
import type { Run } from "../runs/run.ts";
import type { BreakerState, ProviderCall } from "./circuit-breakers.ts";

export type Attempt = {
  environmentId: string;
  run: Run;
  message: Message;
  integration: Integration;
  now: Date;
};

type Noting = Pick<Engine, "log" | "metrics" | "providers">;

/** The fields of an attempt in a log line: ids only, never an address or the provider's answer. */
export function namesOf({ environmentId, message, integration }: Attempt) {
  const { id: messageId, transactionId, notificationId } = message;
  const { id: integrationId, providerId } = integration;
  return { environmentId, transactionId, notificationId, messageId, integrationId, providerId };
}

/** Counts every provider call and logs failed ones; the execution details have the provider's answer. */
export function reportCall(noting: Noting, attempted: Attempt, { outcome, tookMs }: ProviderCall): void {
  const { log, metrics } = noting;
  const provider = labelOf(noting, attempted);
  metrics.attempted({ provider, outcome: outcome.kind }, tookMs / 1_000);
  if (outcome.kind === "accepted") return;
  const facts = { attempt: attempted.message.attempts + 1, outcome: outcome.kind, ms: Math.round(tookMs) };
  log.warn({ ...namesOf(attempted), ...facts }, "an attempt failed");
}

/** One line when a breaker opens and one when it closes; that it stays open after its probes has the level `info`. */
export function reportBreaker(noting: Noting, attempted: Attempt, { openUntil, trips }: BreakerState): void {
  const { log, metrics } = noting;
  const { environmentId, integration } = attempted;
  const change = openUntil ? "opened" : "closed";
  metrics.breakerChanged({ provider: labelOf(noting, attempted), change });
  const facts = { environmentId, integrationId: integration.id, providerId: integration.providerId };
  if (!openUntil) log.warn(facts, "a breaker closed: the provider is called again");
  else if (trips > 1) log.info({ ...facts, trips, openUntil }, "a breaker stays open: its probes failed");
  else log.warn({ ...facts, openUntil }, "a breaker opened: the provider is not called for a while");
}

/** A provider that this version does not have has the label `unknown`. */
function labelOf({ providers }: Noting, { integration }: Attempt): string {
  return providers.find(integration.providerId)?.id ?? "unknown";
}
