import { createHash } from "node:crypto";
import type { DeadReason, DeliveryOptions } from "@tidings/contract";
import type { Integration } from "../../integrations/integration.ts";
import { WAITS_FOR_RATE } from "../../integrations/rates/used-rates-store.ts";
import type { Message } from "../../messages/message.ts";
import { type OtherAnswer, type Wait, waitingAt } from "../../messages/other-answer.ts";
import { isRetryable } from "../../providers/recipient-answers.ts";
import { delayMs, MAX_ATTEMPTS, throttlesAfter } from "../runs/retry-schedule.ts";
import type { AttemptOutcome, HeldBack } from "./attempt-outcome.ts";

/** A planned attempt. */
type Planned = { at: Date } & Pick<Message, "attempts" | "throttles">;
type Retry = { kind: "retry" } & Planned;
/** Its fallback refused the account: it waits for the integration before, as if it had had no fallback. */
type GoBack = { kind: "go_back"; to: OtherAnswer } & Planned;
type GiveUp = { kind: "give_up"; reason: DeadReason };

/** The action for a message after an attempt. */
export type NextAction =
  | { kind: "done" }
  | Retry
  /** `otherwise`: the action if there were no other integration. */
  | { kind: "fail_over"; to: Integration; otherwise: Retry | GiveUp }
  | GoBack
  | GiveUp;

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
  const { message, outcome, now, other } = input;
  if (outcome.kind === "accepted" || message.status === "sent") return forTheRest(input);
  if (isOver(message, now)) return giveUp("expired");
  switch (outcome.kind) {
    case "recipient_error":
    case "rejected":
      return giveUp(outcome.kind);
    case "config_error":
      return afterRefusal(input);
    case "not_processed":
      // A fallback that was switched off is not waited for while there is the integration before.
      if (outcome.heldBack?.code === "integration_off") return afterSwitchOff(input);
      if (other && mayBeMoved(input) && !hasRoomInTime(input))
        return { kind: "fail_over", to: other, otherwise: retry(input) };
      return outcome.heldBack?.code === "breaker_open" ? whereSooner(input) : retry(input);
    case "ambiguous":
      return other && mayBeMoved(input)
        ? { kind: "fail_over", to: other, otherwise: retry(input) }
        : retry(input);
  }
}

/** An outage never moves a message that its integration may have sent: its key means nothing to another provider. */
function mayBeMoved({ message, outcome, options }: ActionInput): boolean {
  return options.failoverOnAmbiguous === true || !(message.maybeSent || outcome.kind === "ambiguous");
}

/** The integration refuses the account: the next one, or the one before, which was only out. Dead if all refuse. */
function afterRefusal(input: ActionInput): NextAction {
  const { message, other } = input;
  const before = waitingAt(message.otherAnswers);
  // This integration may have sent it before it refused the account: no other one may send it, too.
  if (before && isUnclear(before.wait)) return giveUp("maybe_delivered");
  if (other) return { kind: "fail_over", to: other, otherwise: giveUp("config_error") };
  return goBack(input) ?? giveUp("config_error");
}

function afterSwitchOff(input: ActionInput): NextAction {
  const before = waitingAt(input.message.otherAnswers);
  if (before && !isUnclear(before.wait)) return goBack(input) ?? retry(input);
  return input.other ? { kind: "fail_over", to: input.other, otherwise: retry(input) } : retry(input);
}

/**
 * The breaker of the fallback is open: the message waits where it may go out sooner. The refusals of an account open a breaker, too, and
 * messages would wait there for probes that are refused, while the integration before works again.
 */
function whereSooner(input: ActionInput): NextAction {
  const stays = retry(input);
  const before = waitingAt(input.message.otherAnswers);
  if (!before || "givenUp" in before.wait || before.errorId === WAITS_FOR_RATE) return stays;
  const back = goBack(input);
  const isSooner = back?.kind === "go_back" && (stays.kind !== "retry" || back.at <= stays.at);
  return isSooner ? back : stays;
}

/** What the message would have done without its fallback; undefined if it waits for no other integration. */
function goBack({ message, now }: ActionInput): NextAction | undefined {
  const to = waitingAt(message.otherAnswers);
  if (!to) return undefined;
  const { wait } = to;
  if ("givenUp" in wait) return giveUp(wait.givenUp);
  const { attempts, throttles } = wait;
  // The rate may have got room meanwhile: it is asked again, which costs no attempt.
  if (to.errorId === WAITS_FOR_RATE) return { kind: "go_back", to, at: now, attempts, throttles };
  const at = new Date(Math.max(Date.parse(wait.at), now.getTime()));
  return inTime<GoBack>(message, { kind: "go_back", to, at, attempts, throttles });
}

/** The mark of a message whose fallback may have sent it. */
export const UNCLEAR = { givenUp: "maybe_delivered" } as const satisfies Wait;

const isUnclear = (wait: Wait): boolean => "givenUp" in wait && wait.givenUp === UNCLEAR.givenUp;

const giveUp = (reason: DeadReason): GiveUp => ({ kind: "give_up", reason });

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

/** A message that waits for the rate of its integration fails over only if its lifetime would end before its turn. */
function hasRoomInTime({ message: { expiresAt }, outcome: { heldBack } }: ActionInput): boolean {
  return heldBack?.code === WAITS_FOR_RATE && (!expiresAt || heldBack.until < expiresAt);
}

export function isOver({ expiresAt }: Message, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function retry(input: ActionInput): Retry | GiveUp {
  const { message, outcome, now, options } = input;
  if (outcome.heldBack) return comeAgain(message, outcome.heldBack);
  const failure = outcome.kind === "accepted" ? undefined : outcome;
  const isThrottled = failure?.isThrottled === true;
  const throttles = isThrottled ? throttlesAfter(message.throttles, failure?.retryAfterMs) : 0;
  // An attempt that reached some of the recipients is no failed one: a server may take few recipients at once.
  const isFailed = !isThrottled && (failure !== undefined || message.attempts === 0);
  const attempts = message.attempts + (isFailed ? 1 : 0);
  if (isFailed && attempts >= (options.maxAttempts ?? MAX_ATTEMPTS)) {
    return giveUp("attempts_spent");
  }
  const isUnclear = outcome.kind === "ambiguous";
  if (isUnclear && message.channel === "sms" && attempts >= MAX_UNCLEAR_SMS) {
    return giveUp("maybe_delivered");
  }
  const turn = { attempts, throttles };
  const waiting = {
    attempts: failure ? attempts : 1,
    throttles,
    isUnclear,
    retryAfterMs: failure?.retryAfterMs,
  };
  const at = new Date(now.getTime() + delayMs({ ...waiting, chance: chanceOf(message, turn) }));
  return inTime<Retry>(message, { kind: "retry", at, ...turn });
}

/** Jitter: messages that wait for the same time do not all retry at once. */
export const SPREAD_MS = 1_000;

function comeAgain(message: Message, { until, code, isExact }: HeldBack): Retry | GiveUp {
  const { attempts, throttles, expiresAt } = message;
  const jitterMs = isExact ? 0 : SPREAD_MS * chanceOf(message, { attempts, throttles });
  const at = new Date(until.getTime() + jitterMs);
  // The rate may be raised before its lifetime ends.
  if (code === WAITS_FOR_RATE && expiresAt && at >= expiresAt)
    return { kind: "retry", at: expiresAt, attempts, throttles };
  return inTime<Retry>(message, { kind: "retry", at, attempts, throttles });
}

function inTime<A extends Planned>({ expiresAt }: Message, planned: A): A | GiveUp {
  return expiresAt && planned.at >= expiresAt ? giveUp("expired") : planned;
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
