import { inPortions } from "../../foundation/in-portions.ts";
import type { SendOutcome } from "../provider.ts";
import { isRetryable, outcomeByRecipient, type RecipientAnswer } from "../recipient-answers.ts";

type Sending = {
  /** How many device tokens one call of the vendor takes. */
  tokensPerCall: number;
  /** Whether a text has the form of the vendor's tokens. One malformed token would fail a call for all of its tokens. */
  isToken: ((token: string) => boolean) | undefined;
  send(tokens: string[]): Promise<SendOutcome>;
};

/** Expo's own client opens six connections: https://docs.expo.dev/push-notifications/sending-notifications/ */
const CALLS_AT_ONCE = 6;

/**
 * Sends one message to all device tokens, with few calls at once. The outcome is that of the best answer (`outcomeByRecipient`);
 * the tokens whose calls are worth a retry are `waiting`, so that only they are sent to again.
 *
 * `invalidTokens` has those of all calls, and the malformed ones. After a config_error no further call starts: it would fail
 * in the same way.
 */
export async function sendToTokens(tokens: readonly string[], sending: Sending): Promise<SendOutcome> {
  const isToken = sending.isToken ?? (() => true);
  const distinct = [...new Set(tokens)];
  if (distinct.length === 0) return NO_TOKENS;
  const calls = await sendInCalls(distinct.filter(isToken), sending);
  const malformed = distinct.filter((token) => !isToken(token));
  if (malformed.length > 0) calls.push({ tokens: malformed, outcome: malformedTokens(malformed) });
  return merged(calls);
}

/** `outcome` is absent if the call was not made. */
export type Call = { tokens: readonly string[]; outcome?: SendOutcome };

async function sendInCalls(tokens: string[], { tokensPerCall, send }: Sending): Promise<Call[]> {
  const calls: Call[] = [...inPortions(tokens, () => 1, { maxSize: tokensPerCall })].map((portion) => ({
    tokens: portion,
  }));
  const next = calls.entries();
  let isRefused = false;
  const caller = async () => {
    for (const [index, call] of next) {
      if (isRefused) return;
      const outcome = await send([...call.tokens]);
      calls[index] = { ...call, outcome };
      isRefused ||= outcome.kind === "config_error";
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, caller));
  return calls;
}

/** One outcome out of those of several calls. */
export function merged(calls: readonly Call[]): SendOutcome {
  const answers = calls.flatMap(answersOf);
  const isWorthAnother = answers.some(({ outcome }) => outcome.kind === "accepted" || isRetryable(outcome));
  const main = outcomeByRecipient(isWorthAnother ? [...answers, ...calls.flatMap(notCalled)] : answers);
  const invalidTokens = calls.flatMap(({ outcome }) => outcome?.invalidTokens ?? []);
  const goneAt = new Map(calls.flatMap(({ outcome }) => [...(outcome?.goneAt ?? [])]));
  const { invalidTokens: _, goneAt: __, ...outcome } = main;
  if (invalidTokens.length === 0) return outcome;
  return { ...outcome, invalidTokens, ...(goneAt.size > 0 ? { goneAt } : {}) };
}

/** What the vendor answered for each token of a call: the same for all, or apart. */
function answersOf({ tokens, outcome }: Call): RecipientAnswer[] {
  if (!outcome) return [];
  const { recipients, ...main } = outcome;
  const isRefusal = main.kind !== "accepted" && !isRetryable(main);
  if (!recipients || isRefusal) return tokens.map((recipient) => ({ recipient, outcome: main }));
  return tokens.map((recipient) => {
    const [waits, refused] = [recipients.waiting, recipients.refused].map((list) =>
      list.find((one) => one.recipient === recipient),
    );
    if (refused) return { recipient, outcome: { kind: "recipient_error", reason: refused.reason } };
    if (!waits || isRetryable(main)) return { recipient, outcome: main };
    return { recipient, outcome: { kind: "not_processed", reason: waits.reason } };
  });
}

function notCalled({ tokens, outcome }: Call): RecipientAnswer[] {
  if (outcome) return [];
  const reason = "The provider was not called for a device, because it refused the account for another one.";
  return tokens.map((recipient) => ({ recipient, outcome: { kind: "not_processed", reason } }));
}

const NO_TOKENS: SendOutcome = { kind: "recipient_error", reason: "The message has no device tokens." };

function malformedTokens(invalidTokens: string[]): SendOutcome {
  const reason = "A device token does not have the form of this provider's tokens.";
  return { kind: "recipient_error", reason, invalidTokens };
}
