import type { JsonObject } from "../../foundation/json.ts";
import type { Message } from "../../messages/message.ts";
import { recipientMark } from "../../messages/recipient-mark.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import type { UnreachedRecipient } from "../../providers/recipients.ts";
import type { Note } from "../runs/decision.ts";
import type { Attempted } from "./attempt-outcome.ts";
import type { NextAction } from "./next-action.ts";

/** The recipients to which nothing more is sent, for the attempts that follow; null after the last one. */
export function settledAfter({ message, outcome }: Attempted, action: NextAction): readonly string[] | null {
  const before = message.recipientsSettled ?? null;
  if (action.kind === "done") return null;
  const { reached = [], refused = [] } = outcome.recipients ?? {};
  const names = [...reached, ...refused.flatMap(({ recipient }) => recipient ?? [])];
  return names.length === 0 ? before : [...new Set([...(before ?? []), ...names.map(recipientMark)])];
}

/** What became of the recipients beside the one whose answer decides the message. */
export function notesOfOthers(attempted: Attempted, action: NextAction): Note[] {
  const { message, outcome } = attempted;
  const { reached = [], waiting = [] } = outcome.recipients ?? {};
  // Invalid device tokens have a detail of their own.
  const refused = (outcome.recipients?.refused ?? []).filter(
    ({ recipient = "" }) => !outcome.invalidTokens?.includes(recipient),
  );
  const note = (
    code: DetailCode,
    recipients: readonly UnreachedRecipient[],
    more: JsonObject = {},
  ): Note[] =>
    recipients.length === 0
      ? []
      : [{ code, ...sender(attempted), raw: { ...shown(message, recipients), ...more } }];
  const refusals = note("recipients_refused", refused);
  if (outcome.kind === "accepted") {
    const next = action.kind === "retry" ? { nextAttemptAt: action.at.toISOString() } : undefined;
    return [...refusals, ...note(next ? "recipients_waiting" : "recipients_missed", waiting, next)];
  }
  // Those that are not reached go the way of the message, whose own detail follows.
  const isOfRest = message.status === "sent";
  const have = reached.map((recipient) => ({ recipient, reason: "" }));
  return [...refusals, ...(isOfRest ? [] : note("recipients_reached", have))];
}

/** An attempt at the recipients that were left, after the subscriber has got the message. */
export function noteOfRest({ message, outcome }: Attempted, action: NextAction): Note {
  const attempt = message.attempts + 1;
  const by = sender({ message });
  const answer = { attempt, outcome: outcome.kind, answer: outcome.raw ?? null, ...outcome.call };
  if (outcome.kind === "accepted") return { code: "recipients_reached", ...by, raw: answer };
  const raw = { ...answer, reason: outcome.reason };
  if (action.kind !== "retry") return { code: "recipients_missed", ...by, raw };
  const code = outcome.heldBack?.code ?? "recipients_waiting";
  return { code, ...by, raw: { ...raw, nextAttemptAt: action.at.toISOString() } };
}

function sender({ message: { providerId, attempts } }: Pick<Attempted, "message">) {
  return { ...(providerId ? { providerId } : {}), isRetry: attempts > 0 };
}

/** Of device tokens, which are secrets, only the number is noted. */
function shown({ channel }: Message, recipients: readonly UnreachedRecipient[]): JsonObject {
  const count = recipients.length;
  if (channel === "push") return { count };
  return {
    count,
    recipients: recipients.map(({ recipient, reason, answer }) => ({
      ...(recipient === undefined ? {} : { recipient }),
      ...(reason === "" ? {} : { reason }),
      ...(answer === undefined ? {} : { answer }),
    })),
  };
}
