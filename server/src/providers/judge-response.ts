import type { ProviderResponse } from "./http-outcome.ts";
import { parseResponse } from "./json-path.ts";
import type { SendOutcome } from "./provider.ts";
import { errorWords, isAboutClock, isOfDays, isQuotaOfDays, refusalOf } from "./refusal-rule.ts";
import type { VendorRules, Verdict } from "./vendor-rules.ts";
import { inOneLine, sentenceIn, withoutSecretsIn } from "./vendor-words.ts";
import { waitMsIn } from "./wait-in-words.ts";

type Judging = { rules: VendorRules; secrets: readonly string[]; now: Date };
type Failed = Exclude<SendOutcome, { kind: "accepted" }>;

/** The outcome by the vendor's own rules, where they say another one than the status. */
export function judgeResponse(
  byStatus: SendOutcome,
  result: ProviderResponse,
  judging: Judging,
): SendOutcome {
  const { status, headers, body } = result;
  const { rules, secrets, now } = judging;
  const json = (rules.parse ?? parseResponse)(body);
  const judged = rules.judge?.({ status, headers, json, body, now }) ?? { kind: byStatus.kind };
  const words =
    judged.kind === "accepted" ? "" : (judged.sentence ?? errorWords({ ...rules, json, body, headers }));
  const verdict = judged.isUnlisted ? { ...judged, ...refusalOf(words) } : judged;
  const more = {
    ...(byStatus.raw === undefined ? {} : { raw: byStatus.raw }),
    ...(verdict.invalidTokens?.length ? { invalidTokens: verdict.invalidTokens } : {}),
    ...(verdict.goneAt ? { goneAt: verdict.goneAt } : {}),
    ...(verdict.recipients ? { recipients: withoutSecretsIn(verdict.recipients, secrets) } : {}),
  };
  if (verdict.kind === "accepted") {
    const id = verdict.providerMessageId ?? idOf(byStatus, headers, rules);
    return { kind: "accepted", ...(id === undefined ? {} : { providerMessageId: id }), ...more };
  }
  const sentence = inOneLine(verdict.sentence ?? sentenceIn(json, rules.errorPaths), secrets);
  return {
    kind: verdict.kind,
    reason: reasonOf(status, sentence, verdict.kind === "config_error" && isAboutClock(words)),
    ...more,
    ...waitOf(byStatus, verdict, { words, now }),
    ...(verdict.isProviderWell ? { isProviderWell: true as const } : {}),
  };
}

/** How long to wait: as the vendor's rules read it, as `Retry-After` says, or as the sentence says. */
function waitOf(
  byStatus: SendOutcome,
  verdict: Verdict,
  { words, now }: { words: string; now: Date },
): Pick<Failed, "retryAfterMs" | "isThrottled" | "isQuotaUsedUp"> {
  const { retryAfterMs: stated, isThrottled: counted } = byStatus.kind === "accepted" ? {} : byStatus;
  const isTemporary = verdict.kind === "not_processed";
  const inWords = isTemporary ? waitMsIn(words, now) : undefined;
  const retryAfterMs = verdict.retryAfterMs ?? stated ?? inWords;
  const isThrottled =
    verdict.isThrottled === undefined ? isTemporary && counted : verdict.isThrottled && !isOfDays(words);
  return {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isThrottled ? { isThrottled } : {}),
    ...(isTemporary && !isThrottled && isQuotaOfDays(words) ? { isQuotaUsedUp: true as const } : {}),
  };
}

const MAX_ID = 255;

function idOf(
  byStatus: SendOutcome,
  headers: Record<string, string>,
  { idHeader }: VendorRules,
): string | undefined {
  const inHeader = idHeader === undefined ? undefined : headers[idHeader];
  if (inHeader && inHeader.length <= MAX_ID) return inHeader;
  return byStatus.kind === "accepted" ? byStatus.providerMessageId : undefined;
}

function reasonOf(status: number, sentence: string | undefined, isAboutClock: boolean): string {
  const start = `The provider answered with status ${status}`;
  const reason = sentence ? `${start}: ${sentence}` : `${start}.`;
  return isAboutClock ? `${reason.replace(/[.!]?$/, ".")} The clock of this machine may be wrong.` : reason;
}
