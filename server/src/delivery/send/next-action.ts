import { createHash } from "node:crypto";
import type { DeadReason, DeliveryOptions } from "@tidings/contract";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import { delayMs, MAX_ATTEMPTS } from "../runs/retry-schedule.ts";
import type { AttemptOutcome } from "./attempt.ts";

/** The action for a message after an attempt. */
export type NextAction =
  | { kind: "done" }
  | { kind: "retry"; at: Date; attempts: number }
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
  if (outcome.kind !== "accepted" && isOver(message, now)) return { kind: "give_up", reason: "expired" };
  switch (outcome.kind) {
    case "accepted":
      return { kind: "done" };
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

export function isOver({ expiresAt }: Message, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function retry(input: ActionInput): NextAction {
  const { message, outcome, now, options } = input;
  if (outcome.heldBack) return comeAgain(message, outcome.heldBack.until);
  const failure = outcome.kind === "accepted" ? undefined : outcome;
  const isThrottled = failure?.isThrottled === true;
  const attempts = message.attempts + (isThrottled ? 0 : 1);
  if (!isThrottled && attempts >= (options.maxAttempts ?? MAX_ATTEMPTS)) {
    return { kind: "give_up", reason: "attempts_spent" };
  }
  const isUnclear = outcome.kind === "ambiguous";
  if (isUnclear && message.channel === "sms" && attempts >= MAX_UNCLEAR_SMS) {
    return { kind: "give_up", reason: "maybe_delivered" };
  }
  const waiting = { attempts, isUnclear: isUnclear || isThrottled, retryAfterMs: failure?.retryAfterMs };
  const at = new Date(now.getTime() + delayMs({ ...waiting, chance: chanceOf(message, attempts) }));
  return inTime(message, { kind: "retry", at, attempts });
}

/** Jitter: messages that wait for the same time do not all retry at once. */
export const SPREAD_MS = 1_000;

function comeAgain(message: Message, until: Date): NextAction {
  const { attempts } = message;
  const at = new Date(until.getTime() + SPREAD_MS * chanceOf(message, attempts));
  return inTime(message, { kind: "retry", at, attempts });
}

function inTime({ expiresAt }: Message, retry: Extract<NextAction, { kind: "retry" }>): NextAction {
  return expiresAt && retry.at >= expiresAt ? { kind: "give_up", reason: "expired" } : retry;
}

/** Even over messages and attempts, and deterministic, so that a run can be repeated. */
function chanceOf({ id, resends }: Message, attempts: number): number {
  const digest = createHash("sha256").update(`${id}|${resends}|${attempts}`).digest();
  return digest.readUInt32BE(0) / 0xffffffff;
}
