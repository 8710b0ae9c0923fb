import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, verdictOf } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import { basicAuth, type VendorResponse, type Verdict } from "../vendor-api.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "accountSid",
    label: "Account SID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "Starts with AC; on the start page of the Twilio console.",
  },
  {
    name: "token",
    label: "Auth token",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Beside the account SID in the Twilio console.",
  },
  { ...SENDER, help: "A number of your account, an alphanumeric sender, or a messaging service (MG…)." },
  BASE_URL,
] as const;

/**
 * https://www.twilio.com/docs/api/errors: about the number of the recipient; about the sender or the account, or no route from
 * this sender to this number (21612), which another integration may have.
 */
const CODES: CodesByKind = {
  recipient_error: [
    ...["21211", "21214", "21217", "21265", "21408", "21610", "21614", "21635"],
    ...["30003", "30005", "30006"],
  ],
  config_error: [
    ...["20003", "20005", "20008", "20404", "21212", "21601", "21603", "21606", "21607", "21608", "21612"],
    ...["21659", "21660", "21661", "21701", "21703", "21704", "21705", "30002", "30032", "30034"],
  ],
};
/** The rate of the account, the sender, the channel or the campaign; the queue of the sender is full. */
const THROTTLED = ["14107", "20429", "21611", "30001", "30022", "63017", "63018"];
/** The limit of a day, of the account, the campaign or T-Mobile. */
const USED_UP = ["30023", "30027", "63038"];

function judge(response: VendorResponse): Verdict | undefined {
  const code = textAt(response.json, "code") ?? "";
  if (response.status < 400) return undefined;
  if (USED_UP.includes(code)) return { kind: "not_processed", isThrottled: false };
  if (THROTTLED.includes(code)) return { kind: "not_processed", isThrottled: true };
  return verdictOf(code, CODES);
}

/** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource. Has no idempotency key. */
export const twilio = smsVendor({
  id: "twilio",
  displayName: "Twilio",
  docsUrl: "https://www.twilio.com/docs/messaging/api/message-resource",
  fields: FIELDS,
  reading: { idPaths: ["sid"], errorPaths: ["message"], judge },
  // https://www.twilio.com/docs/iam/api/account#fetch-an-account-resource
  checkOf: (account) => ({
    url: account.url(
      "https://api.twilio.com",
      `/2010-04-01/Accounts/${encodeURIComponent(account.text("accountSid"))}.json`,
    ),
    ...accessOf(account),
  }),
  requestOf({ to, from, body }, account) {
    const accountSid = account.text("accountSid");
    const path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
    return {
      url: account.url("https://api.twilio.com", path),
      ...accessOf(account),
      form: { To: to, Body: body, ...senderOf(from) },
    };
  },
});

function senderOf(from: string): Record<string, string> {
  return from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from };
}

function accessOf(account: Account) {
  const { header, secret } = basicAuth(account.text("accountSid"), account.text("token"));
  return { headers: { authorization: header }, secrets: [secret] };
}
