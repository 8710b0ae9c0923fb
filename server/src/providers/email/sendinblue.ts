import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { apiKeyField, filesOf, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { emailAndName, emailsAndNames } from "./mailboxes.ts";

const FIELDS = [
  apiKeyField("Starts with xkeysib-; SMTP & API, API keys in Brevo."),
  ...SENDER_FIELDS,
  BASE_URL,
] as const;

const CONFIG_CODES = ["unauthorized", "not_enough_credits", "account_under_validation", "permission_denied"];

/** `code` and `message` of an error: https://developers.brevo.com/docs/how-it-works#error-codes */
function judge({ status, headers, json }: VendorResponse): Verdict | undefined {
  if (status === 429) {
    // The seconds until requests are accepted again: https://developers.brevo.com/docs/limit-headers
    const waitMs = Number(headers["x-sib-ratelimit-reset"]) * 1_000;
    return { kind: "not_processed", ...(waitMs > 0 ? { retryAfterMs: waitMs } : {}) };
  }
  if (status < 400) return undefined;
  const message = textAt(json, "message", 4_000) ?? "";
  if (/^email is not valid in (to|cc|bcc)\b/i.test(message)) return { kind: "recipient_error" };
  const isSender = status === 400 && /\bsender\b.*\bnot valid\b/i.test(message);
  return isSender || CONFIG_CODES.includes(textAt(json, "code") ?? "") ? { kind: "config_error" } : undefined;
}

const RULES: VendorRules = { fields: FIELDS, idPaths: ["messageId"], errorPaths: ["message"], judge };

/**
 * https://developers.brevo.com/reference/sendtransacemail. Brevo was Sendinblue. The idempotency key is one of the mail's
 * headers and is kept for 15 minutes.
 */
export const sendinblue = mailVendor({
  id: "sendinblue",
  displayName: "Brevo",
  docsUrl: "https://developers.brevo.com/reference/sendtransacemail",
  rules: RULES,
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

/** Brevo has no content ids: inline images are sent as attachments. */
function bodyOf(mail: Mail): Record<string, unknown> {
  return {
    sender: emailAndName(mail.sender),
    to: emailsAndNames(mail.to),
    cc: emailsAndNames(mail.cc),
    bcc: emailsAndNames(mail.bcc),
    replyTo: mail.replyTo && emailAndName(mail.replyTo),
    subject: mail.subject,
    htmlContent: mail.html,
    textContent: mail.text,
    headers: { ...mail.headers, idempotencyKey: mail.key },
    attachment: ifAny(filesOf(mail).map(({ name, base64 }) => ({ name, content: base64 }))),
  };
}
