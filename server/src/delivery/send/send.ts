import type { Integration } from "../../integrations/integration.ts";
import { isSuppressed, SUPPRESSED_TEXT } from "../../suppressions/suppression.ts";
import type { Engine } from "../engine.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import { endOfLife } from "../runs/delivery-options.ts";
import { type AwaitingRun, advancedToNow, type DecisionContext } from "../runs/run.ts";
import { type Attempted, applyOutcomes } from "./apply-outcomes.ts";
import { type AttemptOutcome, attempt } from "./attempt.ts";
import { isOver } from "./next-action.ts";

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

/** Sends the open messages of a run to their providers and applies the outcomes. No transaction is open. */
export async function send(
  engine: Engine,
  environmentId: string,
  run: AwaitingRun,
  context: DecisionContext,
): Promise<AdvancedRun> {
  const { integrations } = context;
  const { now } = advancedToNow(context);
  const attempts = await Promise.all(
    run.sending.unanswered.map(async (stored): Promise<Attempted> => {
      const integration = integrations.find(({ id }) => id === stored.integrationId);
      // A resent message starts anew.
      const expiresAt = stored.expiresAt ?? endOfLife(run, stored, integration, now);
      const message = { ...stored, expiresAt };
      if (isOver(message, now)) return { message, outcome: TOO_LATE };
      if (isSuppressed(run.suppressed, message.channel, message.email ?? message.phone))
        return { message, outcome: SUPPRESSED };
      const outcome = integration?.isActive
        ? await attempt(engine, { environmentId, run, message, integration, now })
        : withoutIntegration(integration, now);
      return { message, outcome };
    }),
  );
  return applyOutcomes(run, attempts, advancedToNow(context));
}

function withoutIntegration(integration: Integration | undefined, now: Date): AttemptOutcome {
  const endsAt = (integration?.switchedOffAt?.getTime() ?? Number.NEGATIVE_INFINITY) + PATIENCE_MS;
  if (endsAt <= now.getTime()) return GONE;
  const until = new Date(Math.min(now.getTime() + LOOK_AGAIN_MS, endsAt));
  const reason = "The integration is switched off.";
  return { kind: "not_processed", reason, heldBack: { until, code: "integration_off" } };
}
