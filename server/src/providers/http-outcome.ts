import { parseResponse, textAt } from "./json-path.ts";
import type { HttpResult, SendOutcome } from "./provider.ts";
import { rawOf, withoutSecrets } from "./raw-response.ts";
import { errorWords, isQuotaOfDays, isUsedUpQuota, refusalOf } from "./refusal-rule.ts";

export type ProviderResponse = Extract<HttpResult, { kind: "answered" }>;
type FailureKind = Exclude<SendOutcome["kind"], "accepted">;

/** How to read a provider's response. */
type Reading = {
  /** Masked in the response. */
  secrets: readonly string[];
  /** Paths of the message's id in the JSON; the first match is used. */
  idPaths: readonly string[];
  datePath?: string;
  /** Default: JSON. */
  parse?: (body: string) => unknown;
  /** Where the words of an error are, beside the paths that most vendors have. */
  errorPaths?: readonly string[];
  errorHeader?: string;
};

/** The outcome of an HTTP call. */
export function outcomeOf(result: HttpResult, reading: Reading): SendOutcome {
  switch (result.kind) {
    case "unreachable":
      return { kind: "not_processed", reason: `The provider was not reached: ${result.reason}.` };
    case "broken":
      return { kind: "ambiguous", reason: `The provider did not answer: ${result.reason}.` };
    case "forbidden":
      return { kind: "config_error", reason: `The call is not allowed: ${result.reason}.` };
    case "answered":
      return isAccepted(result) ? accepted(result, reading) : failed(result, reading);
  }
}

/**
 * The class of a failed status. 3xx is a config_error: redirects are never followed, so the configured URL is wrong. Vendors of
 * mails use 420 for a limit that was reached.
 */
function kindOfStatus(status: number): FailureKind {
  if (status === 410) return "recipient_error";
  if ([408, 420, 425, 429, 503].includes(status)) return "not_processed";
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
function isAccepted(response: ProviderResponse): boolean {
  if (response.status >= 200 && response.status < 300) return true;
  if (response.status !== 409 || response.retryAfterMs !== undefined) return false;
  const isRunning = /in progress|processing|being processed|concurrent/i.test(response.body);
  return !isRunning && /idempoten|duplicate|already/i.test(response.body);
}

function accepted(response: ProviderResponse, reading: Reading): SendOutcome {
  const json = (reading.parse ?? parseResponse)(response.body);
  const shown = (path: string) => shownAt(json, path, reading.secrets);
  const id = reading.idPaths.map(shown).find((text) => text !== undefined);
  const date = reading.datePath === undefined ? undefined : shown(reading.datePath);
  return {
    kind: "accepted",
    ...(id === undefined ? {} : { providerMessageId: id }),
    ...(date === undefined ? {} : { providerDate: date }),
    raw: rawOf(response.body, reading.secrets),
  };
}

/** Ids and dates are shown unmasked, so a value that contains a credential is ignored. */
function shownAt(json: unknown, path: string, secrets: readonly string[]): string | undefined {
  const text = textAt(json, path);
  return text !== undefined && withoutSecrets(text, secrets) === text ? text : undefined;
}

function failed(response: ProviderResponse, reading: Reading): SendOutcome {
  const { kind, isThrottled, isQuotaUsedUp } = judged(response, reading);
  return {
    kind,
    reason: `The provider answered with status ${response.status}.`,
    raw: rawOf(response.body, reading.secrets),
    ...(response.retryAfterMs === undefined ? {} : { retryAfterMs: response.retryAfterMs }),
    ...(isThrottled ? { isThrottled: true as const } : {}),
    ...(isQuotaUsedUp ? { isQuotaUsedUp: true as const } : {}),
  };
}

type Judgement = { kind: FailureKind; isThrottled?: boolean; isQuotaUsedUp?: boolean };

function withQuota(judgement: Judgement, words: string): Judgement {
  const mayBeQuota = judgement.kind === "not_processed" && !judgement.isThrottled;
  return { ...judgement, isQuotaUsedUp: mayBeQuota && isQuotaOfDays(words) };
}

/** The words decide where the status only says that the request is refused. A 403 may be about the rate, too. */
function judged({ status, headers, body }: ProviderResponse, reading: Reading): Judgement {
  const kind = kindOfStatus(status);
  const isTold = status === 429 || status === 403 || kind === "rejected";
  if (!isTold) return { kind };
  const json = (reading.parse ?? parseResponse)(body);
  const words = errorWords({ json, body, headers, ...reading });
  if (status === 429) return withQuota({ kind, isThrottled: !isUsedUpQuota(words) }, words);
  const refusal = refusalOf(words);
  const isRefusal = kind === "rejected" || refusal?.kind === "not_processed";
  return withQuota(isRefusal ? (refusal ?? { kind }) : { kind }, words);
}
