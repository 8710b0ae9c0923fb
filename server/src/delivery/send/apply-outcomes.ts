import { WAITS_FOR_RATE } from "../../integrations/rates/used-rates-store.ts";
import type { Message } from "../../messages/message.ts";
import { type AdvancedRun, note, unchanged, withRows, withSending } from "../runs/advanced-run.ts";
import { deliveryOptions } from "../runs/delivery-options.ts";
import { settleSending } from "../runs/finish-sending.ts";
import { type AwaitingRun, currentJob, type DecisionContext } from "../runs/run.ts";
import { leftOutOf, notesOf } from "./attempt-notes.ts";
import type { Attempted } from "./attempt-outcome.ts";
import { type ActionInput, type NextAction, nextAction } from "./next-action.ts";
import { otherAnswersAfter } from "./other-answers.ts";
import { otherIntegration } from "./other-integration.ts";
import { settledAfter } from "./other-recipients.ts";

/** The run after an attempt at each of its open messages: their outcomes, and what they mean for its job. */
export function applyOutcomes(
  run: AwaitingRun,
  attempts: readonly Attempted[],
  context: DecisionContext,
): AdvancedRun {
  const sending = withSending(unchanged(run), { unanswered: [] });
  const job = currentJob(run);
  if (!job) return sending;
  const advanced = attempts.reduce((one: AdvancedRun, attempted) => {
    const action = nextAction(actionInput(run, attempted, context));
    const notes = [...leftOutOf(run, attempted), ...notesOf(attempted, action, context.integrations)];
    const noted = note(one, job.position, notes);
    return withOutcome(noted, messageAfter(attempted, action, context), action);
  }, sending);
  return settleSending(advanced, job.position, context);
}

function withOutcome(advanced: AdvancedRun, message: Message, action: NextAction): AdvancedRun {
  const { unanswered, postponed, deadLetterCount, hasSent } = advanced.run.sending;
  const answered = withRows(advanced, { answeredMessages: [message] });
  switch (action.kind) {
    case "done":
      return withSending(answered, { hasSent: true });
    case "fail_over":
      return withSending(answered, { unanswered: [...unanswered, message] });
    case "retry":
    case "go_back": {
      const waiting = [...postponed, message];
      return withSending(answered, { postponed: waiting, hasSent: hasSent || message.status === "sent" });
    }
    case "give_up": {
      const dead = withRows(answered, { dead: [{ message, reason: action.reason }] });
      return withSending(dead, { deadLetterCount: deadLetterCount + 1 });
    }
  }
}

/** The messages wait until `at` as if the run had not been claimed; no attempt was made. */
export function withoutAttempt(run: AwaitingRun, at: Date): AdvancedRun {
  const { unanswered, postponed } = run.sending;
  const waiting = unanswered.map((message) => ({ ...message, nextAttemptAt: at }));
  return withSending(unchanged(run), { unanswered: [], postponed: [...postponed, ...waiting] });
}

function actionInput(run: AwaitingRun, attempted: Attempted, context: DecisionContext): ActionInput {
  const { integrations, now } = context;
  const options = deliveryOptions(run, attempted.message, integrationOf(attempted.message, context));
  return { ...attempted, now, options, other: otherIntegration(run, attempted, { integrations, options }) };
}

const integrationOf = ({ integrationId }: Message, { integrations }: DecisionContext) =>
  integrations.find(({ id }) => id === integrationId);

function messageAfter(attempted: Attempted, action: NextAction, context: DecisionContext): Message {
  const { message, outcome } = attempted;
  const recipientsSettled = settledAfter(attempted, action);
  const integration = integrationOf(message, context);
  const otherAnswers = otherAnswersAfter({ ...attempted, action, integration, now: context.now });
  const tried: Message = { ...message, nextAttemptAt: null, recipientsSettled, otherAnswers };
  const next =
    action.kind === "retry"
      ? { attempts: action.attempts, throttles: action.throttles, nextAttemptAt: action.at }
      : { attempts: message.attempts + 1, throttles: 0 };
  if (message.status === "sent") return { ...tried, ...next };
  if (outcome.kind === "accepted") {
    const { providerMessageId = null } = outcome;
    return { ...tried, ...next, status: "sent", providerMessageId, errorId: null, errorText: null };
  }
  const waits = action.kind === "retry" && outcome.heldBack?.code === WAITS_FOR_RATE;
  const error = { errorId: waits ? WAITS_FOR_RATE : `provider_${outcome.kind}`, errorText: outcome.reason };
  switch (action.kind) {
    case "retry":
      return { ...tried, ...error, ...next, maybeSent: message.maybeSent || outcome.kind === "ambiguous" };
    case "fail_over": {
      const { id: integrationId, providerId } = action.to;
      const failedOverFrom = message.failedOverFrom ?? message.integrationId;
      const fresh = { attempts: 0, throttles: 0, maybeSent: false };
      return { ...tried, ...error, ...fresh, integrationId, providerId, failedOverFrom };
    }
    case "go_back": {
      // Its error is what it waits for: that of the integration to which it returns.
      const { integrationId, providerId, errorText } = action.to;
      // If it waits for a rate again, its step's record says so again.
      const errorId = action.to.errorId === WAITS_FOR_RATE ? "provider_not_processed" : action.to.errorId;
      const { attempts, throttles, at: nextAttemptAt } = action;
      const way = { integrationId, providerId, maybeSent: false };
      return { ...tried, errorId, errorText, ...way, attempts, throttles, nextAttemptAt };
    }
    default:
      return { ...tried, ...error, ...next, status: "error" };
  }
}
