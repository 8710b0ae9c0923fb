import type { DeadReason } from "@tidings/contract";

/** The last answer of an integration that a message was tried with, and that is not its current one. */
export type OtherAnswer = {
  integrationId: string;
  providerId: string | null;
  /** As `errorId` of a message: `provider_` and the class of the outcome; or `waits_for_rate`, which is no answer. */
  errorId: string;
  errorText: string | null;
  /** When it answered, ISO 8601. */
  at: string;
  /**
   * The last change (ISO 8601) of the integration when it refused the account: it is not asked again before it is changed. Null if it did
   * not refuse the account, or may be asked again.
   */
  refusedAsOf: string | null;
  /** What the message would do without any other integration. Null: give up, because the account is refused. */
  wait: Wait | null;
};

/** The next attempt that was planned with an integration (`at`: ISO 8601), or why there was none. */
export type Wait = { at: string; attempts: number; throttles: number } | { givenUp: DeadReason };

/** The integration to which the message returns if its fallback refuses the account; undefined if there is none. */
export function waitingAt(
  answers: readonly OtherAnswer[] | null,
): (OtherAnswer & { wait: Wait }) | undefined {
  return answers?.find((answer): answer is OtherAnswer & { wait: Wait } => answer.wait !== null);
}
