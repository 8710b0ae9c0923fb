import { inPortions } from "../../foundation/in-portions.ts";
import type { SendOutcome } from "../provider.ts";

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
 * Sends one message to all device tokens, with few calls at once. The outcome is
 * - accepted if the vendor accepted the message for at least one token,
 * - otherwise the first failure that is worth a retry, otherwise the first failure.
 *
 * `invalidTokens` has those of all calls, and the malformed ones. After a config_error no further call starts: it would fail
 * in the same way.
 */
export async function sendToTokens(tokens: readonly string[], sending: Sending): Promise<SendOutcome> {
  const isToken = sending.isToken ?? (() => true);
  const distinct = [...new Set(tokens)];
  const outcomes = await sendInCalls(distinct.filter(isToken), sending);
  const malformed = distinct.filter((token) => !isToken(token));
  return merged(malformed.length === 0 ? outcomes : [...outcomes, malformedTokens(malformed)]);
}

async function sendInCalls(tokens: string[], { tokensPerCall, send }: Sending): Promise<SendOutcome[]> {
  const outcomes: SendOutcome[] = [];
  const calls = inPortions(tokens, () => 1, { maxSize: tokensPerCall }).entries();
  let isRefused = false;
  const caller = async () => {
    for (const [index, portion] of calls) {
      if (isRefused) return;
      const outcome = await send(portion);
      outcomes[index] = outcome;
      isRefused ||= outcome.kind === "config_error";
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, caller));
  return outcomes;
}

function merged(outcomes: readonly SendOutcome[]): SendOutcome {
  const main =
    outcomes.find(({ kind }) => kind === "accepted") ??
    outcomes.find(isRetryable) ??
    outcomes[0] ??
    NO_TOKENS;
  const invalidTokens = outcomes.flatMap((outcome) => outcome.invalidTokens ?? []);
  return invalidTokens.length === 0 ? main : { ...main, invalidTokens };
}

/** Whether a retry makes sense. */
export function isRetryable({ kind }: Pick<SendOutcome, "kind">): boolean {
  return kind === "not_processed" || kind === "ambiguous";
}

const NO_TOKENS: SendOutcome = { kind: "recipient_error", reason: "The message has no device tokens." };

function malformedTokens(invalidTokens: string[]): SendOutcome {
  const reason = "A device token does not have the form of this provider's tokens.";
  return { kind: "recipient_error", reason, invalidTokens };
}
