import { createHash } from "node:crypto";
import type { DeadReason, DeliveryOptions } from "@tidings/contract";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import type { AttemptOutcome } from "./attempt.ts";
import { delayMs, MAX_ATTEMPTS } from "./retry-schedule.ts";

/** What is done about a message after an attempt. */
export type Move =
  | { kind: "done" }
  | { kind: "retry"; at: Date; attempts: number }
  | { kind: "fail_over"; to: Integration }
  | { kind: "give_up"; reason: DeadReason };

export type Attempted = {
  message: Message;
  outcome: AttemptOutcome;
  now: Date;
  options: DeliveryOptions;
  /** Another integration that could carry it, if any. */
  other: Integration | undefined;
};

/** Twilio's own warning: an SMS that is tried again after an unclear outcome may be sent twice (reliability-facts 4.3). */
const MOST_UNCLEAR_SMS = 3;

/** The table of reliability-facts 4.3: what each class of outcome leads to. */
export function nextMove(attempted: Attempted): Move {
  const { message, outcome, now, other, options } = attempted;
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
      return other ? { kind: "fail_over", to: other } : retry(attempted);
    case "ambiguous":
      return other && options.failoverOnAmbiguous ? { kind: "fail_over", to: other } : retry(attempted);
  }
}

export function isOver({ expiresAt }: Message, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function retry(attempted: Attempted): Move {
  const { message, outcome, now, options } = attempted;
  const failure = outcome.kind === "accepted" ? undefined : outcome;
  const isThrottled = failure?.isThrottled === true;
  const attempts = message.attempts + (isThrottled ? 0 : 1);
  if (!isThrottled && attempts >= (options.maxAttempts ?? MAX_ATTEMPTS)) {
    return { kind: "give_up", reason: "attempts_spent" };
  }
  const isUnclear = outcome.kind === "ambiguous";
  if (isUnclear && message.channel === "sms" && attempts >= MOST_UNCLEAR_SMS) {
    return { kind: "give_up", reason: "maybe_delivered" };
  }
  // What a breaker holds back has waited for its turn before, and waits for no more than the breaker.
  const isHeldBack = failure?.isHeldBack === true;
  const pace = isHeldBack
    ? { attempts: 1, isUnclear: false }
    : { attempts, isUnclear: isUnclear || isThrottled };
  const waiting = { ...pace, retryAfterMs: failure?.retryAfterMs, chance: chanceOf(message, attempts) };
  const at = new Date(now.getTime() + delayMs(waiting));
  if (message.expiresAt && at >= message.expiresAt) return { kind: "give_up", reason: "expired" };
  return { kind: "retry", at, attempts };
}

/** Spread evenly over messages and attempts, and yet the same whenever it is asked: a run can be repeated. */
function chanceOf({ id, resends }: Message, attempts: number): number {
  const digest = createHash("sha256").update(`${id}|${resends}|${attempts}`).digest();
  return digest.readUInt32BE(0) / 0xffffffff;
}
