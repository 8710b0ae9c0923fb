import { parseAnswer, textAt } from "./json-path.ts";
import type { HttpAnswer, SendOutcome } from "./provider.ts";
import { rawOf, withoutSecrets } from "./raw-answer.ts";

type Answered = Extract<HttpAnswer, { kind: "answered" }>;
type FailureKind = Exclude<SendOutcome["kind"], "accepted">;

/** How to read a provider's response. */
type Reading = {
  /** Masked in the response. */
  secrets: readonly string[];
  /** Paths of the message's id in the JSON; the first match is used. */
  idPaths: readonly string[];
  datePath?: string;
};

/** The outcome of an HTTP call. */
export function outcomeOf(answer: HttpAnswer, reading: Reading): SendOutcome {
  switch (answer.kind) {
    case "unreachable":
      return { kind: "not_processed", reason: `The provider was not reached: ${answer.reason}.` };
    case "broken":
      return { kind: "ambiguous", reason: `The provider did not answer: ${answer.reason}.` };
    case "forbidden":
      return { kind: "config_error", reason: `The call is not allowed: ${answer.reason}.` };
    case "answered":
      return isAccepted(answer) ? accepted(answer, reading) : failed(answer, reading);
  }
}

/**
 * The class of a failed status. 3xx is a config_error: redirects are never followed, so the configured URL is wrong.
 */
function kindOfStatus(status: number): FailureKind {
  if (status === 410) return "recipient_error";
  if ([408, 425, 429, 503].includes(status)) return "not_processed";
  if ([401, 402, 403, 404, 405, 407].includes(status)) return "config_error";
  if (status === 409) return "ambiguous";
  if (status >= 300 && status < 400) return "config_error";
  return status >= 400 && status < 500 ? "rejected" : "ambiguous";
}

/**
 * 2xx with any body, and a 409 of a receiver that already has this idempotency key: treated as a failure, it moved
 * delivered messages to the dead letters in other products. A 409 for a call that is still running, or for another
 * reason, is ambiguous: the next attempt with the same key decides.
 */
function isAccepted(answer: Answered): boolean {
  if (answer.status >= 200 && answer.status < 300) return true;
  if (answer.status !== 409 || answer.retryAfterMs !== undefined) return false;
  const isRunning = /in progress|processing|being processed|concurrent/i.test(answer.body);
  return !isRunning && /idempoten|duplicate|already/i.test(answer.body);
}

function accepted(answer: Answered, reading: Reading): SendOutcome {
  const json = parseAnswer(answer.body);
  const shown = (path: string) => shownAt(json, path, reading.secrets);
  const id = reading.idPaths.map(shown).find((text) => text !== undefined);
  const date = reading.datePath === undefined ? undefined : shown(reading.datePath);
  return {
    kind: "accepted",
    ...(id === undefined ? {} : { providerMessageId: id }),
    ...(date === undefined ? {} : { providerDate: date }),
    raw: rawOf(answer.body, reading.secrets),
  };
}

/** Ids and dates are shown unmasked, so a value that contains a credential is ignored. */
function shownAt(json: unknown, path: string, secrets: readonly string[]): string | undefined {
  const text = textAt(json, path);
  return text !== undefined && withoutSecrets(text, secrets) === text ? text : undefined;
}

function failed(answer: Answered, reading: Reading): SendOutcome {
  return {
    kind: kindOfStatus(answer.status),
    reason: `The provider answered with status ${answer.status}.`,
    raw: rawOf(answer.body, reading.secrets),
    ...(answer.retryAfterMs === undefined ? {} : { retryAfterMs: answer.retryAfterMs }),
    ...(answer.status === 429 ? { isThrottled: true as const } : {}),
  };
}
