import { createHash } from "node:crypto";
import { logFailure } from "../../database/outage.ts";
import { failpoint } from "../../foundation/failpoint.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import type { AnyProvider, Provider, ProviderIO, SendOutcome } from "../../providers/provider.ts";
import { dropInvalidTokens } from "../../subscribers/drop-invalid-tokens.ts";
import { attachmentsOf } from "../../triggers/attachments.ts";
import { isCritical } from "../../workflows/workflow.ts";
import type { ChannelRules, Dispatch } from "../channels/channel-rules.ts";
import { CHANNEL_RULES } from "../channels/channels.ts";
import { withoutSuppressed } from "../channels/suppressed-recipients.ts";
import type { Engine } from "../engine.ts";
import { pauseAfter } from "../rates/pauses.ts";
import { overridesFor } from "../runs/overrides.ts";
import { stepOf } from "../runs/run.ts";
import type { AttemptOutcome, HeldBack, Seen } from "./attempt-outcome.ts";
import { waitsForRate } from "./rate-wait.ts";
import { type Attempt, namesOf, reportBreaker, reportCall } from "./report-attempt.ts";

/** Calls one provider once, unless its breaker is open or it asked to wait. Never throws. */
export async function attempt(engine: Engine, attempted: Attempt): Promise<AttemptOutcome> {
  const { environmentId, integration, now } = attempted;
  const pause = engine.pauses.of(integration, now);
  if (pause) return waitsForRate(pause);
  const closedUntil = engine.breakers.admit(integration, now);
  if (closedUntil) return breakerOpen(closedUntil);
  const startMs = engine.time.monotonicMs();
  const seen: Seen = {};
  const outcome = await callProvider(engine, attempted, seen);
  const call = { outcome, tookMs: engine.time.monotonicMs() - startMs, now };
  reportCall(engine, attempted, call);
  engine.health.record({ environmentId, integrationId: integration.id, ...call });
  const change = engine.breakers.report(integration, call);
  if (change) {
    reportBreaker(engine, attempted, change);
    await engine.integrations
      .setBreaker(engine.database, environmentId, { id: integration.id, ...change })
      .catch((error) => logFailure(engine.log, error, "a circuit breaker was not stored"));
  }
  const heldBack = await pauseIntegration(engine, attempted, outcome);
  const removedTokens = await dropTokens(engine, attempted, outcome);
  return { ...outcome, ...heldBack, removedTokens, call: { tookMs: Math.round(call.tookMs), ...seen } };
}

/**
 * The provider asked to wait: no process calls it until then. A message that met a used-up quota waits as all others, and spends no
 * attempt.
 */
async function pauseIntegration(
  engine: Engine,
  { environmentId, message, integration, now }: Attempt,
  outcome: SendOutcome,
): Promise<Pick<AttemptOutcome, "heldBack">> {
  const { id, pausedUntil } = integration;
  if (outcome.kind === "accepted" && pausedUntil && engine.pauses.end(integration, now))
    await engine.integrations
      .endPause(engine.database, environmentId, { id, until: pausedUntil })
      .catch((error) => logFailure(engine.log, error, "the end of a pause was not stored"));
  const pause = pauseAfter(outcome, message, now);
  if (!pause) return {};
  if (engine.pauses.begin(id, pause))
    await engine.integrations
      .setPause(engine.database, environmentId, { id, ...pause })
      .catch((error) => logFailure(engine.log, error, "the pause of an integration was not stored"));
  return pause.reason === "quota" ? { heldBack: waitsForRate(pause).heldBack as HeldBack } : {};
}

function watched(io: ProviderIO, seen: Seen): ProviderIO {
  const request: ProviderIO["request"] = async (call) => {
    const result = await io.request(call);
    if (result.kind === "answered") seen.status = result.status;
    return result;
  };
  return { ...io, request };
}

/** A failure is only logged: the vendor reports the tokens again at the next message. @returns how many were removed. */
async function dropTokens(
  engine: Engine,
  { environmentId, run, integration }: Attempt,
  { invalidTokens: tokens = [], goneAt }: SendOutcome,
): Promise<number> {
  if (tokens.length === 0 || !run.subscriber) return 0;
  const { subscriberKey, channels } = run.subscriber;
  const gone = { subscriberKey, integrationId: integration.id, settings: channels ?? [], tokens, goneAt };
  try {
    return (await dropInvalidTokens(engine.database, environmentId, gone)).length;
  } catch (error) {
    logFailure(engine.log, error, "invalid device tokens were not removed");
    return 0;
  }
}

function breakerOpen(until: Date): AttemptOutcome {
  const reason = "The provider is not called for a while because it keeps failing.";
  return { kind: "not_processed", reason, heldBack: { until, code: "breaker_open" } };
}

async function callProvider(engine: Engine, attempted: Attempt, seen: Seen): Promise<SendOutcome> {
  const { message, integration } = attempted;
  const provider = engine.providers.find(integration.providerId);
  if (!provider || !isOutgoing(provider)) {
    return { kind: "config_error", reason: `This version has no provider "${integration.providerId}"` };
  }
  try {
    failpoint("W3");
    const outcome = await sendThrough(
      provider,
      message,
      dispatchOf(engine, attempted),
      watched(engine.io, seen),
    );
    failpoint("W5");
    return outcome;
  } catch (error) {
    engine.log.error({ err: error, ...namesOf(attempted) }, "a provider threw");
    return { kind: "ambiguous", reason: "The provider's code failed unexpectedly" };
  }
}

function isOutgoing(provider: AnyProvider): provider is Provider {
  return provider.channel !== "in_app";
}

function dispatchOf(
  { unsubscribeUrl }: Pick<Engine, "unsubscribeUrl">,
  { environmentId, run, message, integration }: Attempt,
): Dispatch {
  const { channel } = message;
  const { stepKey } = stepOf(run, message);
  const { workflowId, subscriberId } = run.notification;
  const overrides = overridesFor(run, { channel, stepKey, providerId: integration.providerId });
  return {
    integration,
    key: stableKey(environmentId, message, integration),
    overrides: channel === "email" ? withoutSuppressed(overrides, run.suppressed).overrides : overrides,
    attachments: attachmentsOf(run.payload, channel),
    unsubscribeUrl: isCritical(run.workflow.definition)
      ? undefined
      : unsubscribeUrl?.({ environmentId, workflowId, subscriberId }),
  };
}

/** The channel's rules make what its providers take; that both are of one channel is the register's promise. */
async function sendThrough(
  provider: Provider,
  message: Message,
  dispatch: Dispatch,
  io: ProviderIO,
): Promise<SendOutcome> {
  const { outgoing } = CHANNEL_RULES[provider.channel] as ChannelRules<typeof provider.channel>;
  return provider.send(outgoing(message, dispatch), dispatch.integration.credentials, io);
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * The idempotency key: the same for every attempt at this message through this integration, and for no other. A
 * resent message has another key.
 */
export function stableKey(
  environmentId: string,
  { id, resends }: Pick<Message, "id" | "resends">,
  integration: Pick<Integration, "id">,
): string {
  const name = `${environmentId}|${id}|${integration.id}${resends > 0 ? `|r${resends}` : ""}`;
  const digest = createHash("sha256").update(name).digest();
  return Array.from(digest, (byte) => BASE32[byte & 31]).join("");
}
