import { BASE_URL } from "../common-fields.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { needsUnicode, withoutPlus } from "./sms-text.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "apiKey",
    label: "API key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Under SMTP & API in the settings of Brevo.",
  },
  { ...SENDER, help: "At most 11 letters and digits, or a number of at most 15 digits." },
  BASE_URL,
] as const;

/** Seconds until the rate limit is reset: https://developers.brevo.com/docs/api-limits */
const RESET = "x-sib-ratelimit-reset";

function judge({ status, headers }: VendorResponse): Verdict | undefined {
  const seconds = Number(headers[RESET] ?? Number.NaN);
  if (status !== 429 || !(seconds >= 0)) return undefined;
  return { kind: "not_processed", isThrottled: true, retryAfterMs: seconds * 1_000 };
}

/** https://developers.brevo.com/reference/send-transac-sms. Has no idempotency key; the tag returns in the webhooks. */
export const brevoSms = smsVendor({
  id: "brevo-sms",
  displayName: "Brevo",
  docsUrl: "https://developers.brevo.com/reference/send-transac-sms",
  fields: FIELDS,
  reading: { idPaths: ["messageId", "reference"], errorPaths: ["message"], judge },
  // https://developers.brevo.com/reference/get-account
  checkOf: (account) => ({
    url: account.url("https://api.brevo.com", "/v3/account"),
    headers: { "api-key": account.text("apiKey") },
  }),
  requestOf: ({ key, to, from, body }, account) => ({
    url: account.url("https://api.brevo.com", "/v3/transactionalSMS/send"),
    headers: { "api-key": account.text("apiKey") },
    json: {
      sender: withoutPlus(from),
      recipient: withoutPlus(to),
      content: body,
      type: "transactional",
      tag: key,
      unicodeEnabled: needsUnicode(body),
    },
  }),
});
