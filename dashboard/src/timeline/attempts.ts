import { readRaw, timeIn } from "./raw-facts.ts";
import type { DetailRecord } from "./step-record.ts";

/** One attempt to send a message, from the execution detail that it left. */
export type Attempt = {
  readonly number: number | undefined;
  readonly at: string | undefined;
  readonly providerId: string | undefined;
  readonly isAccepted: boolean;
  readonly outcome: string;
  /** HTTP status of the answer. */
  readonly status: number | undefined;
  readonly tookMs: number | undefined;
  /** The provider's raw answer. */
  readonly answer: string | undefined;
  readonly nextAttemptAt: string | undefined;
};

const OUTCOMES: Readonly<Record<string, string>> = {
  accepted: "Accepted",
  config_error: "Account refused",
  recipient_error: "Recipient refused",
  rejected: "Message refused",
  not_processed: "Not processed",
  ambiguous: "Unclear",
};

/** Codes of holding a message back without calling the provider. */
const HELD_BACK = ["breaker_open", "integration_off", "waits_for_rate"];

/** The attempts among the details of a step, oldest first. */
export function attemptsOf(details: readonly DetailRecord[]): Attempt[] {
  return details.flatMap((detail) => {
    const raw = readRaw(detail.raw);
    // A used-up quota was told by the provider: that was a call.
    const isHeldBack = HELD_BACK.includes(detail.code ?? "") && raw.number("tookMs") === undefined;
    if (raw.number("attempt") === undefined || isHeldBack) return [];
    const outcome = raw.text("outcome") ?? (detail.code === "message_sent" ? "accepted" : "ambiguous");
    return [
      {
        number: raw.number("attempt"),
        at: detail.at,
        providerId: detail.providerId,
        isAccepted: outcome === "accepted",
        outcome: OUTCOMES[outcome] ?? outcome,
        status: raw.number("status"),
        tookMs: raw.number("tookMs"),
        answer: rawAnswer(raw.any("answer")) ?? raw.text("reason"),
        nextAttemptAt: timeIn(raw, "nextAttemptAt"),
      },
    ];
  });
}

function rawAnswer(answer: unknown): string | undefined {
  if (answer === null || answer === undefined || answer === "") return undefined;
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}
