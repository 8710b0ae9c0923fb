import { createHash } from "node:crypto";
import type { DeadReason, DeliveryOptions } from "@tidings/contract";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import { isRetryable } from "../../providers/recipient-answers.ts";
import { delayMs, MAX_ATTEMPTS, throttlesAfter } from "../runs/retry-schedule.ts";
import type { AttemptOutcome } from "./attempt.ts";

/** The action for a message after an attempt. */
export type NextAction =
  | { kind: "done" }
  | ({ kind: "retry"; at: Date } & Pick<Message, "attempts" | "throttles">)
  | { kind: "fail_over"; to: Integration }
  | { kind: "give_up"; reason: DeadReason };

export type ActionInput = {
  message: Message;
  outcome: AttemptOutcome;
  now: Date;
  options: DeliveryOptions;
  /** Another integration that could carry it, if any. */
  other: Integration | undefined;
};

/** Twilio warns that an SMS that is retried after an unclear outcome may be sent twice. */
const MAX_UNCLEAR_SMS = 3;

/** The one table of actions by class of outcome. */
export function nextAction(input: ActionInput): NextAction {
  const { message, outcome, now, other, options } = input;
  if (outcome.kind === "accepted" || message.status === "sent") return forTheRest(input);
  if (isOver(message, now)) return { kind: "give_up", reason: "expired" };
  switch (outcome.kind) {
    case "recipient_error":
    case "rejected":
      return { kind: "give_up", reason: outcome.kind };
    case "config_error":
      return other ? { kind: "fail_over", to: other } : { kind: "give_up", reason: "config_error" };
    case "not_processed":
      return other ? { kind: "fail_over", to: other } : retry(input);
    case "ambiguous":
      return other && options.failoverOnAmbiguous ? { kind: "fail_over", to: other } : retry(input);
  }
}

/**
 * The subscriber has the message. It is sent again to those of its other recipients that were refused for now, through the same
 * integration, and is never given up for them.
 */
function forTheRest(input: ActionInput): NextAction {
  const { message, outcome, now } = input;
  const isWaiting =
    outcome.kind === "accepted" ? (outcome.recipients?.waiting.length ?? 0) > 0 : isRetryable(outcome);
  if (!isWaiting || isOver(message, now)) return { kind: "done" };
  const next = retry(input);
  return next.kind === "retry" ? next : { kind: "done" };
}

export function isOver({ expiresAt }: Message, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function retry(input: ActionInput): NextAction {
  const { message, outcome, now, options } = input;
  if (outcome.heldBack) return comeAgain(message, outcome.heldBack.until);
  const failure = outcome.kind === "accepted" ? undefined : outcome;
  const isThrottled = failure?.isThrottled === true;
  const throttles = isThrottled ? throttlesAfter(message.throttles, failure?.retryAfterMs) : 0;
  // An attempt that reached some of the recipients is no failed one: a server may take few recipients at once.
  const isFailed = !isThrottled && (failure !== undefined || message.attempts === 0);
  const attempts = message.attempts + (isFailed ? 1 : 0);
  if (isFailed && attempts >= (options.maxAttempts ?? MAX_ATTEMPTS)) {
    return { kind: "give_up", reason: "attempts_spent" };
  }
  const isUnclear = outcome.kind === "ambiguous";
  if (isUnclear && message.channel === "sms" && attempts >= MAX_UNCLEAR_SMS) {
    return { kind: "give_up", reason: "maybe_delivered" };
  }
  const turn = { attempts, throttles };
  const waiting = {
    attempts: failure ? attempts : 1,
    throttles,
    isUnclear,
    retryAfterMs: failure?.retryAfterMs,
  };
  const at = new Date(now.getTime() + delayMs({ ...waiting, chance: chanceOf(message, turn) }));
  return inTime(message, { kind: "retry", at, ...turn });
}

/** Jitter: messages that wait for the same time do not all retry at once. */
export const SPREAD_MS = 1_000;

function comeAgain(message: Message, until: Date): NextAction {
  const { attempts, throttles } = message;
  const at = new Date(until.getTime() + SPREAD_MS * chanceOf(message, { attempts, throttles }));
  return inTime(message, { kind: "retry", at, attempts, throttles });
}

function inTime({ expiresAt }: Message, retry: Extract<NextAction, { kind: "retry" }>): NextAction {
  return expiresAt && retry.at >= expiresAt ? { kind: "give_up", reason: "expired" } : retry;
}

/** Even over messages and attempts, and deterministic, so that a run can be repeated. */
function chanceOf(
  { id, resends }: Message,
  { attempts, throttles }: Pick<Message, "attempts" | "throttles">,
): number {
  const turn = throttles > 0 ? `${attempts}|${throttles}` : attempts;
  const digest = createHash("sha256").update(`${id}|${resends}|${turn}`).digest();
  return digest.readUInt32BE(0) / 0xffffffff;
}
