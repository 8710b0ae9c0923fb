import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import { addressOf, type VendorRules } from "../vendor-api.ts";
import { tagsOf } from "./custom-data.ts";
import { apiKeyField, filesOf, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { mailboxText, mailboxTextOrTexts, mailboxTexts } from "./mailboxes.ts";

const FIELDS = [
  apiKeyField("Starts with re_; API Keys in Resend, with sending access."),
  ...SENDER_FIELDS,
  BASE_URL,
] as const;

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["id"],
  errorPaths: ["message"],
  /** A key that may only send cannot list the domains. */
  judgeCheck: ({ json }) =>
    textAt(json, "name") === "restricted_api_key" ? { kind: "accepted" } : undefined,
  /** https://resend.com/docs/api-reference/errors */
  judge({ json }) {
    switch (textAt(json, "name")) {
      case "invalid_from_address":
      case "monthly_quota_exceeded":
        return { kind: "config_error" };
      case "daily_quota_exceeded":
        return { kind: "not_processed", isThrottled: false };
      case "concurrent_idempotent_requests":
        return { kind: "ambiguous" };
      default:
        return undefined;
    }
  },
};

/** https://resend.com/docs/api-reference/emails/send-email. The idempotency key is kept for 24 hours. */
export const resend = mailVendor({
  id: "resend",
  displayName: "Resend",
  docsUrl: "https://resend.com/docs/api-reference/emails/send-email",
  rules: RULES,
  takes: { typeParameters: true },
  // https://resend.com/docs/api-reference/domains/list-domains
  checkOf: (credentials) => ({
    url: `${addressOf(credentials, "https://api.resend.com")}/domains`,
    headers: { authorization: `Bearer ${textOf(credentials, "apiKey")}` },
  }),
  requestOf: (mail, credentials) => ({
    url: `${addressOf(credentials, "https://api.resend.com")}/emails`,
    headers: {
      authorization: `Bearer ${textOf(credentials, "apiKey")}`,
      "idempotency-key": mail.key,
    },
    json: bodyOf(mail),
  }),
});

function bodyOf(mail: Mail): Record<string, unknown> {
  return {
    from: mailboxText(mail.sender),
    to: mailboxTexts(mail.to),
    cc: mailboxTexts(mail.cc),
    bcc: mailboxTexts(mail.bcc),
    reply_to: mailboxTextOrTexts(mail.replyTo),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: mail.headers,
    // https://resend.com/docs/dashboard/emails/tags
    tags: ifAny(tagsOf(mail)),
    attachments: ifAny(
      filesOf(mail).map(({ name, type, base64, contentId }) => ({
        filename: name,
        content: base64,
        content_type: type,
        content_id: contentId,
      })),
    ),
  };
}
