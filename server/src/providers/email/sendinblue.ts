import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { Mailbox } from "../provider.ts";
import { uuidOf } from "../uuid-of.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { asciiJson } from "./custom-data.ts";
import { addressesAt, type RecipientList, refusedBecauseOf } from "./mail-answers.ts";
import { apiKeyField, filesOf, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { emailAndName, emailsAndNames, withShortName } from "./mailboxes.ts";

const FIELDS = [
  apiKeyField("Starts with xkeysib-; SMTP & API, API keys in Brevo."),
  ...SENDER_FIELDS,
  BASE_URL,
] as const;

/**
 * Without a documented status: https://developers.brevo.com/docs/heterogenous-versions-batch-emails. The others are in the list of the
 * SDK; a request of ours is only repeated with the key of an earlier attempt.
 */
const DUPLICATES = ["duplicate_parameter", "duplicate_request", "Request already processed"];
const CONFIG_CODES = ["unauthorized", "not_enough_credits", "account_under_validation", "permission_denied"];

/** `code` and `message` of an error: https://developers.brevo.com/docs/how-it-works#error-codes */
function judge({ status, headers, json }: VendorResponse): Verdict | undefined {
  if (status === 429) {
    // The seconds until requests are accepted again: https://developers.brevo.com/docs/limit-headers
    const waitMs = Number(headers["x-sib-ratelimit-reset"]) * 1_000;
    return { kind: "not_processed", ...(waitMs > 0 ? { retryAfterMs: waitMs } : {}) };
  }
  if (status < 400) return undefined;
  // The key was used in the last 30 minutes: Brevo has the mail of an earlier attempt, and does not repeat its answer.
  if (DUPLICATES.includes(textAt(json, "code") ?? "")) return { kind: "accepted" };
  const message = textAt(json, "message", 4_000) ?? "";
  const isSender = status === 400 && /\bsender\b.*\bnot valid\b/i.test(message);
  return isSender || CONFIG_CODES.includes(textAt(json, "code") ?? "") ? { kind: "config_error" } : undefined;
}

/** The whole mail is refused for an address of the list that is named. */
function judgeRecipients({ status, json }: VendorResponse, mail: Mail): Verdict | undefined {
  const message = textAt(json, "message", 4_000) ?? "";
  const [, list] = /^email is not valid in (to|cc|bcc)\b/i.exec(message) ?? [];
  if (status < 400 || list === undefined) return undefined;
  return refusedBecauseOf(mail, addressesAt(mail, list.toLowerCase() as RecipientList), message);
}

const RULES: VendorRules = { fields: FIELDS, idPaths: ["messageId"], errorPaths: ["message"], judge };

/**
 * https://developers.brevo.com/reference/sendtransacemail. Brevo was Sendinblue. The idempotency key is a UUID among the mail's
 * headers, and is kept for 30 minutes: https://developers.brevo.com/docs/heterogenous-versions-batch-emails
 */
export const sendinblue = mailVendor({
  id: "sendinblue",
  displayName: "Brevo",
  docsUrl: "https://developers.brevo.com/reference/sendtransacemail",
  rules: RULES,
  judgeRecipients,
  // https://developers.brevo.com/reference/get-account
  checkOf: (credentials) => ({
    url: `${addressOf(credentials, "https://api.brevo.com")}/v3/account`,
    headers: { "api-key": textOf(credentials, "apiKey") as string },
  }),
  requestOf: (mail, credentials) => ({
    url: `${addressOf(credentials, "https://api.brevo.com")}/v3/smtp/email`,
    headers: { "api-key": textOf(credentials, "apiKey") as string },
    json: bodyOf(mail),
  }),
});

/** A longer display name is refused: https://github.com/sendinblue/APIv3-go-library/issues/29 */
const MAX_NAME = 70;
const short = (mailbox: Mailbox) => withShortName(mailbox, MAX_NAME);

/** Brevo has no content ids: inline images are sent as attachments. */
function bodyOf(mail: Mail): Record<string, unknown> {
  return {
    sender: emailAndName(short(mail.sender)),
    to: emailsAndNames(mail.to.map(short)),
    cc: emailsAndNames(mail.cc?.map(short)),
    bcc: emailsAndNames(mail.bcc?.map(short)),
    replyTo: mail.replyTo?.[0] && emailAndName(short(mail.replyTo[0])),
    subject: mail.subject,
    htmlContent: mail.html,
    textContent: mail.text,
    headers: { ...customHeader(mail), ...mail.headers, idempotencyKey: uuidOf(mail.key) },
    attachment: ifAny(filesOf(mail).map(({ name, base64 }) => ({ name, content: base64 }))),
  };
}

const CUSTOM = "X-Mailin-custom";

/** Brevo returns this header in its webhooks; the trigger's own header of this name stays. */
function customHeader({ customData, headers = {} }: Mail): Record<string, string> {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === CUSTOM.toLowerCase());
  return customData === undefined || isGiven ? {} : { [CUSTOM]: asciiJson(customData) };
}
