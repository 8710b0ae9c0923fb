import { createHash, randomUUID } from "node:crypto";
import { failpoint, isSeeded } from "../foundation/failpoint.ts";
import type { Json } from "../foundation/json.ts";
import type { Integration } from "../integrations/integration.ts";
import type { Message } from "../messages/message.ts";
import type { AnyProvider, Doors, Provider, SendOutcome } from "../providers/provider.ts";
import { attachmentsOf } from "./attachments.ts";
import type { ChannelRules, Dispatch } from "./channels/channel-rules.ts";
import { CHANNEL_RULES } from "./channels/channels.ts";
import type { Engine } from "./engine.ts";
import { fail, moveTo, note } from "./moves.ts";
import { overridesFor } from "./overrides.ts";
import { currentJob, movedOn, type Note, noChanges, type Run, type Surroundings, stepOf } from "./run.ts";

export type Answer = { message: Message; outcome: SendOutcome };

/** Hands the unanswered messages of a run to their providers and notes what came of each. No transaction is open. */
export async function send(
  engine: Engine,
  environmentId: string,
  run: Run,
  surroundings: Surroundings,
): Promise<void> {
  const { integrations } = surroundings;
  const answers = await Promise.all(
    run.unanswered.map(async (message): Promise<Answer> => {
      const integration = integrations.find(({ id }) => id === message.integrationId);
      const outcome = integration
        ? await attempt(engine, { environmentId, run, message, integration })
        : ({
            kind: "config_error",
            reason: "The integration was deleted before the message was sent",
          } as const);
      return { message, outcome };
    }),
  );
  run.unanswered = [];
  run.changes = noChanges();
  noteAnswers(run, answers, movedOn(surroundings).now);
}

type Attempt = { environmentId: string; run: Run; message: Message; integration: Integration };

/** One call of one provider; it never throws. */
async function attempt(engine: Engine, attempted: Attempt): Promise<SendOutcome> {
  const { message, integration } = attempted;
  const provider = engine.providers.find(integration.providerId);
  if (!provider || !isOutgoing(provider)) {
    return { kind: "config_error", reason: `This version has no provider "${integration.providerId}"` };
  }
  try {
    failpoint("W3");
    const outcome = await sendThrough(provider, message, dispatchOf(attempted), engine.doors);
    failpoint("W5");
    return isSeeded("swallow_error") ? { kind: "accepted" } : outcome;
  } catch (error) {
    engine.log.error({ err: error, providerId: provider.id, messageId: message.id }, "a provider threw");
    return { kind: "ambiguous", reason: "The provider's code failed unexpectedly" };
  }
}

function isOutgoing(provider: AnyProvider): provider is Provider {
  return provider.channel !== "in_app";
}

function dispatchOf({ environmentId, run, message, integration }: Attempt): Dispatch {
  const { channel, stepId: id } = message;
  const { stepId } = stepOf(run, { stepId: id });
  return {
    integration,
    key: stableKey(environmentId, message, integration),
    overrides: overridesFor(run, { channel, stepId, providerId: integration.providerId }),
    attachments: attachmentsOf(run.payload, channel),
  };
}

/** The channel's rules make what its providers take; that both are of one channel is the register's promise. */
function sendThrough(
  provider: Provider,
  message: Message,
  dispatch: Dispatch,
  doors: Doors,
): Promise<SendOutcome> {
  const { outgoing } = CHANNEL_RULES[provider.channel] as ChannelRules<typeof provider.channel>;
  return provider.send(outgoing(message, dispatch), dispatch.integration.credentials, doors);
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** The same for every attempt at this message through this integration, and for no other (reliability-facts 4.7). */
export function stableKey(environmentId: string, message: Message, integration: Integration): string {
  const salt = isSeeded("random_provider_key") ? randomUUID() : "";
  const digest = createHash("sha256")
    .update(`${environmentId}|${message.id}|${integration.id}${salt}`)
    .digest();
  return Array.from(digest, (byte) => BASE32[byte & 31]).join("");
}

/** The job is done when any of its messages was taken, and has failed when none was. */
export function noteAnswers(run: Run, answers: readonly Answer[], now: Date): void {
  const job = currentJob(run);
  if (!job) return;
  run.changes.jobs.add(job);
  for (const { message, outcome } of answers) {
    run.changes.answeredMessages.push(answered(message, outcome));
    note(run, job, { now }, [noteOf(message, outcome)]);
  }
  const taken = answers.filter(({ outcome }) => outcome.kind === "accepted").length;
  if (job.type === "chat" && answers.length > 1 && taken < answers.length) {
    note(run, job, { now }, [{ code: taken > 0 ? "some_chats_failed" : "all_chats_failed" }]);
  }
  if (taken === 0) return fail(run, job, false);
  moveTo(job, "completed");
}

function answered(message: Message, outcome: SendOutcome): Message {
  if (outcome.kind === "accepted") {
    return { ...message, status: "sent", providerMessageId: outcome.providerMessageId ?? null };
  }
  return { ...message, status: "error", errorId: `provider_${outcome.kind}`, errorText: outcome.reason };
}

function noteOf(message: Message, outcome: SendOutcome): Note {
  const by = message.providerId ? { providerId: message.providerId } : {};
  if (outcome.kind === "accepted") {
    const raw: Json = { providerMessageId: outcome.providerMessageId ?? null, answer: outcome.raw ?? null };
    return { code: "message_sent", ...by, raw };
  }
  const raw: Json = { outcome: outcome.kind, reason: outcome.reason, answer: outcome.raw ?? null };
  return { code: outcome.kind === "config_error" ? "credentials_failed" : "provider_failed", ...by, raw };
}
