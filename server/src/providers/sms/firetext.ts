import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, UNLISTED, verdictOf } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { withoutPlus } from "./sms-text.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "apiKey",
    label: "API key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Under Settings, API in FireText.",
  },
  { ...SENDER, help: "A sender ID of 3 to 11 letters and digits, or a number." },
  BASE_URL,
] as const;

/** https://www.firetext.co.uk/docs: authentication, destination, sender, credit, sub-account. */
const CODES: CodesByKind = {
  accepted: ["0"],
  config_error: ["1", "3", "7", "9"],
  recipient_error: ["2"],
};

/** The status is 200 in any case. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status >= 300) return undefined;
  const code = textAt(json, "code");
  return code === undefined ? { kind: "ambiguous" } : (verdictOf(code, CODES) ?? UNLISTED);
}

/** `0:1 SMS successfully queued` as `{code, description}`. */
function parse(body: string): unknown {
  const [, code, description] = /^\s*(\d{1,3}):(.{0,500})/.exec(body) ?? [];
  return code === undefined ? undefined : { code, description: description?.trim() };
}

/**
 * https://www.firetext.co.uk/docs#sendingsms. Answers with a line of text; the id is in a header. Has no idempotency key; `reference`
 * returns in the delivery receipt.
 */
export const firetext = smsVendor({
  id: "firetext",
  displayName: "FireText",
  docsUrl: "https://www.firetext.co.uk/docs",
  fields: FIELDS,
  reading: { idPaths: [], idHeader: "x-message", errorPaths: ["description"], parse, judge },
  // https://www.firetext.co.uk/docs#credit
  checkOf: (account) => ({
    method: "POST",
    url: account.url("https://www.firetext.co.uk", "/api/credit"),
    form: { apiKey: account.text("apiKey") },
  }),
  requestOf: ({ key, to, from, body }, account) => ({
    url: account.url("https://www.firetext.co.uk", "/api/sendsms"),
    form: {
      apiKey: account.text("apiKey"),
      to: withoutPlus(to),
      from: withoutPlus(from),
      message: body,
      reference: key,
    },
  }),
});
