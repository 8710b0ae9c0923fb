import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, UNLISTED, verdictOf } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "apiKey",
    label: "API key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Under Developer, API keys in the seven.io dashboard.",
  },
  SENDER,
  BASE_URL,
] as const;

/**
 * https://docs.seven.io/en/rest-api/endpoints/sms and https://github.com/seven-io/js-client. 402 is the reload lock: the same
 * text was sent to this number shortly before, by an earlier attempt or by another message.
 */
const CODES: CodesByKind = {
  accepted: ["100"],
  recipient_error: ["202"],
  config_error: ["201", "300", "306", "403", "500", "900", "901", "902", "903"],
  ambiguous: ["402", "600", "700"],
};
const SOME_FAILED = "101";

/** A 200 has a code of three digits, in the JSON or alone. */
function judge({ status, json, body }: VendorResponse): Verdict | undefined {
  if (status >= 300) return undefined;
  const whole = textAt(json, "success") ?? body.trim();
  const code = whole === SOME_FAILED ? textAt(json, "messages.0.error") : whole;
  const verdict = verdictOf(code, CODES);
  if (verdict) return verdict;
  return /^\d{3}$/.test(whole) ? UNLISTED : { kind: "ambiguous" };
}

/** https://docs.seven.io/en/rest-api/endpoints/sms (formerly sms77). `foreign_id` returns in the webhooks. */
export const sms77 = smsVendor({
  id: "sms77",
  displayName: "seven (sms77)",
  docsUrl: "https://docs.seven.io/en/rest-api/endpoints/sms",
  fields: FIELDS,
  reading: { idPaths: ["messages.0.id"], errorPaths: ["messages.0.error_text"], judge },
  // https://docs.seven.io/en/rest-api/endpoints/balance
  checkOf: (account) => ({
    url: account.url("https://gateway.seven.io", "/api/balance"),
    headers: { "x-api-key": account.text("apiKey"), accept: "application/json" },
  }),
  requestOf: ({ key, to, from, body }, account) => ({
    url: account.url("https://gateway.seven.io", "/api/sms"),
    headers: { "x-api-key": account.text("apiKey"), accept: "application/json" },
    json: { to, from, text: body, foreign_id: key },
  }),
});
