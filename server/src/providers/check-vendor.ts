import { missingCredential } from "./credential.ts";
import type { Credentials, ProviderIO, SendOutcome } from "./provider.ts";
import { errorWords, refusalOf } from "./refusal-rule.ts";
import {
  callVendor,
  missingField,
  type VendorRequest,
  type VendorResponse,
  type VendorRules,
  type Verdict,
} from "./vendor-api.ts";

type Check = {
  rules: VendorRules;
  credentials: Credentials;
  /** The vendor's cheapest call that sends nothing. Default method: GET. */
  requestOf: () => VendorRequest | SendOutcome;
};

/**
 * Asks a vendor whether it accepts the credentials. A 2xx is accepted unless the vendor's own rules call it a fault of the
 * account. There is no message that could be at fault, so another 4xx is a config_error, too.
 */
export async function checkVendor(
  { rules, credentials, requestOf }: Check,
  io: ProviderIO,
): Promise<SendOutcome> {
  const missing = missingField(rules.fields, credentials);
  if (missing) return missingCredential(missing);
  const request = requestOf();
  if ("kind" in request) return request;
  const asked = { ...rules, idPaths: [], judge: (response: VendorResponse) => verdictOf(rules, response) };
  const sending = { credentials, message: {}, request: { method: "GET" as const, ...request } };
  const outcome = await callVendor(asked, sending, io);
  const isRefused = outcome.kind === "rejected" || outcome.kind === "recipient_error";
  return isRefused ? { ...outcome, kind: "config_error" } : outcome;
}

function verdictOf(rules: VendorRules, response: VendorResponse): Verdict | undefined {
  const ofCheck = rules.judgeCheck?.(response);
  if (ofCheck) return ofCheck;
  const verdict = rules.judge?.(response);
  // An answer to a check has no message in it: without words about the account it is none to be unsure about.
  if (verdict?.isUnlisted && verdict.kind === "ambiguous")
    return refusalOf(errorWords({ ...rules, ...response })) ?? { kind: "accepted" };
  if (verdict?.kind === "config_error" || verdict?.isThrottled || verdict?.isUnlisted) return verdict;
  return response.status < 300 ? { kind: "accepted" } : undefined;
}
