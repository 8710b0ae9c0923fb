import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, unlisted, verdictOf } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import { isRetryable } from "../recipient-answers.ts";
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
    help: "In the API settings of the Vonage dashboard.",
  },
  {
    name: "secretKey",
    label: "API secret",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Beside the API key in the Vonage dashboard.",
  },
  SENDER,
  BASE_URL,
] as const;

/** https://developer.vonage.com/en/api-errors/sms. Others (2, 3, 12, 22, 23) are about the message. */
const CODES: CodesByKind = {
  recipient_error: ["6", "7", "33"],
  config_error: ["4", "8", "9", "11", "14", "15", "29", "32"],
  ambiguous: ["5"],
};
const THROTTLED = ["1", "10"];

/**
 * The status is 200 in any case. A long message has an answer for each of its parts. A part that is refused for good decides: all parts
 * would be sent again for it, and it would be refused again.
 */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status >= 300) return undefined;
  const parts = partsOf(json).map(verdictOfPart);
  const refused = parts.find(({ kind }) => kind !== "accepted" && !isRetryable({ kind }));
  if (refused) return refused;
  const failed = parts.find(({ kind }) => kind !== "accepted");
  if (parts.length === 0) return { kind: "ambiguous" };
  if (failed === undefined) return { kind: "accepted" };
  return parts.some(({ kind }) => kind === "accepted") ? { kind: "ambiguous" } : failed;
}

function verdictOfPart(part: unknown): Verdict {
  const code = textAt(part, "status");
  const words = textAt(part, "error-text");
  const sentence = words === undefined ? {} : { sentence: words };
  if (code === "0") return { kind: "accepted" };
  if (THROTTLED.includes(code ?? "")) return { kind: "not_processed", isThrottled: true, ...sentence };
  return { ...(verdictOf(code, CODES) ?? unlisted(words ?? "")), ...sentence };
}

function partsOf(json: unknown): unknown[] {
  const parts = (json as { messages?: unknown } | null | undefined)?.messages;
  return Array.isArray(parts) ? parts : [];
}

/** https://developer.vonage.com/en/api/sms. Numbers have no `+`; `client-ref` returns in the delivery receipt. */
export const nexmo = smsVendor({
  id: "nexmo",
  displayName: "Vonage (Nexmo)",
  docsUrl: "https://developer.vonage.com/en/api/sms",
  fields: FIELDS,
  reading: {
    idPaths: ["messages.0.message-id"],
    errorPaths: ["messages.0.error-text", "detail", "title"],
    judge,
  },
  // https://developer.vonage.com/en/api/account#getAccountBalance
  checkOf: (account) => ({
    url: account.url("https://rest.nexmo.com", `/account/get-balance?${keysOf(account)}`),
  }),
  requestOf: ({ key, to, from, body }, account) => ({
    url: account.url("https://rest.nexmo.com", "/sms/json"),
    form: {
      api_key: account.text("apiKey"),
      api_secret: account.text("secretKey"),
      from: withoutPlus(from),
      to: withoutPlus(to),
      text: body,
      type: needsUnicode(body) ? "unicode" : "text",
      "client-ref": key,
    },
  }),
});

function keysOf(account: Account): URLSearchParams {
  return new URLSearchParams({ api_key: account.text("apiKey"), api_secret: account.text("secretKey") });
}
