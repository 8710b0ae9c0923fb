import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, UNLISTED, verdictOf } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import { basicAuth, type VendorResponse, type Verdict } from "../vendor-api.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "user",
    label: "API user name",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "Under API Credentials in the ClickSend dashboard.",
  },
  {
    name: "apiKey",
    label: "API key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Beside the API user name in the ClickSend dashboard.",
  },
  SENDER,
  BASE_URL,
] as const;

/**
 * https://developers.clicksend.com/docs/rest/v3 (application status codes). THROTTLED: the same text was sent to this number
 * shortly before, by an earlier attempt or by another message.
 */
const STATUSES: CodesByKind = {
  accepted: ["SUCCESS"],
  recipient_error: ["INVALID_RECIPIENT"],
  config_error: [
    "ACCOUNT_NOT_ACTIVATED",
    "INSUFFICIENT_CREDIT",
    "INVALID_CREDENTIALS",
    "INVALID_SENDER_ID",
    "MISSING_CREDENTIALS",
  ],
  ambiguous: ["INTERNAL_ERROR", "SOMETHING_IS_WRONG", "THROTTLED"],
};

/** A 200 has a status for each message. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status >= 300) return undefined;
  const text = textAt(json, "data.messages.0.status");
  if (text === undefined) return { kind: "ambiguous" };
  return verdictOf(text, STATUSES) ?? UNLISTED;
}

/** https://developers.clicksend.com/docs/rest/v3. Has no idempotency key; `custom_string` returns in the receipts. */
export const clicksend = smsVendor({
  id: "clicksend",
  displayName: "ClickSend",
  docsUrl: "https://developers.clicksend.com/docs/rest/v3",
  fields: FIELDS,
  reading: {
    idPaths: ["data.messages.0.message_id"],
    errorPaths: ["data.messages.0.status", "response_msg"],
    judge,
  },
  // https://developers.clicksend.com/docs (View account details)
  checkOf: (account) => ({
    url: account.url("https://rest.clicksend.com", "/v3/account"),
    ...accessOf(account),
  }),
  requestOf({ key, to, from, body }, account) {
    return {
      url: account.url("https://rest.clicksend.com", "/v3/sms/send"),
      ...accessOf(account),
      json: { messages: [{ to, from, body, custom_string: key }] },
    };
  },
});

function accessOf(account: Account) {
  const { header, secret } = basicAuth(account.text("user"), account.text("apiKey"));
  return { headers: { authorization: header }, secrets: [secret] };
}
