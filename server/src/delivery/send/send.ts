import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import { MachineFailure } from "../../sandbox/machine-failure.ts";
import { isSuppressed, SUPPRESSED_TEXT } from "../../suppressions/suppression.ts";
import { prepareStored } from "../channels/prepare-mails.ts";
import type { Engine } from "../engine.ts";
import { type Admissions, useTicket } from "../rates/decide.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import { endOfLife } from "../runs/delivery-options.ts";
import { dueAfterMachineFailure } from "../runs/machine-wait.ts";
import { type AwaitingRun, advancedToNow, type DecisionContext } from "../runs/run.ts";
import { applyOutcomes, withoutAttempt } from "./apply-outcomes.ts";
import { attempt } from "./attempt.ts";
import type { Attempted, AttemptOutcome } from "./attempt-outcome.ts";
import { isOver } from "./next-action.ts";
import { waitsForRate } from "./rate-wait.ts";

/** How long a message waits for an integration that was switched off, and how often it checks. */
const PATIENCE_MS = 3_600_000;
const LOOK_AGAIN_MS = 300_000;

const GONE: AttemptOutcome = {
  kind: "config_error",
  reason: "The integration was deleted or switched off before the message was sent",
};

const TOO_LATE: AttemptOutcome = { kind: "not_processed", reason: "The lifetime of the message was over" };

/** A message that is tried or sent again after its address was suppressed. */
const SUPPRESSED: AttemptOutcome = { kind: "recipient_error", reason: SUPPRESSED_TEXT };

/**
 * Sends the open messages of a run to their providers and applies the outcomes. No transaction is open. They wait without an
 * attempt while the machine does not prepare a mail that an earlier version stored.
 */
export async function send(engine: Engine, outgoing: OutgoingRun): Promise<AdvancedRun> {
  const { environmentId, run, context } = outgoing;
  try {
    const { unanswered } = run.sending;
    const messages = await Promise.all(
      unanswered.map((message) => prepareStored(engine, environmentId, run, message)),
    );
    return await sendPrepared(engine, outgoing, messages);
  } catch (error) {
    if (!(error instanceof MachineFailure)) throw error;
    return withoutAttempt(run, await dueAfterMachineFailure(context, engine.time));
  }
}

/** A run, and which of its messages have a place of their integration's rates (`rates/`). */
export type OutgoingRun = {
  environmentId: string;
  run: AwaitingRun;
  context: DecisionContext;
  admissions: Admissions;
};

async function sendPrepared(
  engine: Engine,
  { environmentId, run, context, admissions }: OutgoingRun,
  messages: readonly Message[],
): Promise<AdvancedRun> {
  const { integrations } = context;
  const { now } = advancedToNow(context, engine.time);
  const attempts = await Promise.all(
    messages.map(async (stored): Promise<Attempted> => {
      const integration = integrations.find(({ id }) => id === stored.integrationId);
      // A resent message starts anew.
      const expiresAt = stored.expiresAt ?? endOfLife(run, stored, integration, now);
      const message = { ...stored, expiresAt };
      if (isOver(message, now)) return { message, outcome: TOO_LATE };
      // A message that is sent goes to its other recipients only.
      const isOwn = message.status !== "sent";
      if (isOwn && isSuppressed(run.suppressed, message.channel, message.email ?? message.phone))
        return { message, outcome: SUPPRESSED };
      if (!integration?.isActive) return { message, outcome: withoutIntegration(integration, now) };
      const admission = admissions.get(message.id);
      if (admission?.kind === "wait") return { message, outcome: waitsForRate(admission) };
      const outcome = await attempt(engine, { environmentId, run, message, integration, now });
      if (admission) useTicket(admission.ticket, outcome);
      return { message, outcome };
    }),
  );
  return applyOutcomes(run, attempts, advancedToNow(context, engine.time));
}

function withoutIntegration(integration: Integration | undefined, now: Date): AttemptOutcome {
  const endsAt = (integration?.switchedOffAt?.getTime() ?? Number.NEGATIVE_INFINITY) + PATIENCE_MS;
  if (endsAt <= now.getTime()) return GONE;
  const until = new Date(Math.min(now.getTime() + LOOK_AGAIN_MS, endsAt));
  const reason = "The integration is switched off.";
  return { kind: "not_processed", reason, heldBack: { until, code: "integration_off" } };
}
