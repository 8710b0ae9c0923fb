import type { SendOutcome } from "./provider.ts";
import type { RecipientAnswers, UnreachedRecipient } from "./recipients.ts";

/** What a provider answered for one recipient of a message. */
export type RecipientAnswer = { recipient: string; outcome: SendOutcome };

/**
 * The outcome of an attempt at several recipients. That of the subscriber's `own` address decides. Without one (all are the subscriber's,
 * as the devices of a push, or its own address was settled by an earlier attempt) the best answer does: accepted, otherwise one that is
 * worth a retry, otherwise the first.
 */
export function outcomeByRecipient(answers: readonly RecipientAnswer[], own?: string): SendOutcome {
  const { outcome } = decidingAmong(answers, own);
  if (answers.every((answer) => answer.outcome.kind === outcome.kind)) return outcome;
  // Those that got the refusal that decides the message share its fate: another integration or a replay may reach them, too.
  const others = isRefused(outcome)
    ? answers.filter((answer) => answer.outcome.kind !== outcome.kind)
    : answers;
  return { ...outcome, recipients: sorted(others) };
}

/** Whether a retry makes sense. */
export function isRetryable({ kind }: Pick<SendOutcome, "kind">): boolean {
  return kind === "not_processed" || kind === "ambiguous";
}

/** Whether these are the same e-mail address. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function decidingAmong(answers: readonly RecipientAnswer[], own: string | undefined): RecipientAnswer {
  const deciding =
    answers.find(({ recipient }) => own !== undefined && isSameAddress(recipient, own)) ??
    answers.find(({ outcome }) => outcome.kind === "accepted") ??
    answers.find(({ outcome }) => isRetryable(outcome)) ??
    answers[0];
  if (!deciding) throw new Error("an attempt at no recipient");
  return deciding;
}

function isRefused({ kind }: SendOutcome): boolean {
  return kind !== "accepted" && !isRetryable({ kind });
}

function sorted(answers: readonly RecipientAnswer[]): RecipientAnswers {
  return {
    reached: answers.filter(({ outcome }) => outcome.kind === "accepted").map(({ recipient }) => recipient),
    waiting: answers.filter(({ outcome }) => isRetryable(outcome)).map(unreached),
    refused: answers.filter(({ outcome }) => isRefused(outcome)).map(unreached),
  };
}

function unreached({ recipient, outcome }: RecipientAnswer): UnreachedRecipient {
  const reason = outcome.kind === "accepted" ? "" : outcome.reason;
  return { recipient, reason, ...(outcome.raw === undefined ? {} : { answer: outcome.raw }) };
}
