import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { Mailbox } from "../provider.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { apiKeyField, filesOf, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { emailAndName, emailsAndNames } from "./mailboxes.ts";

const FIELDS = [
  apiKeyField("Starts with SG.; Settings, API Keys in SendGrid, with the permission Mail Send."),
  ...SENDER_FIELDS,
  {
    name: "ipPoolName",
    label: "IP pool",
    kind: "text",
    isSecret: false,
    isRequired: false,
    help: "Name of the IP pool that sends; Settings, IP Addresses in SendGrid.",
  },
  BASE_URL,
] as const;

const RECIPIENT_FIELD = /^personalizations\.\d+\.(to|cc|bcc)\.\d+\.email$/;

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/errors: `field` says which address is invalid. */
function judge(response: VendorResponse): Verdict | undefined {
  if (response.status === 429) return throttled(response);
  if (response.status !== 400) return undefined;
  const field = textAt(response.json, "errors.0.field") ?? "";
  if (RECIPIENT_FIELD.test(field)) return { kind: "recipient_error" };
  return field === "from" || field === "from.email" ? { kind: "config_error" } : undefined;
}

/** X-RateLimit-Reset is the second since 1970 at which the next period starts. */
function throttled({ headers, now }: VendorResponse): Verdict {
  const waitMs = Number(headers["x-ratelimit-reset"]) * 1_000 - now.getTime();
  return { kind: "not_processed", ...(waitMs > 0 ? { retryAfterMs: waitMs } : {}) };
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: [],
  idHeader: "x-message-id",
  errorPaths: ["errors.0.message"],
  judge,
};

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send. Has no idempotency key. */
export const sendgrid = mailVendor({
  id: "sendgrid",
  displayName: "SendGrid",
  docsUrl: "https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send",
  rules: RULES,
  // https://www.twilio.com/docs/sendgrid/api-reference/api-key-permissions/retrieve-a-list-of-scopes-for-which-this-user-has-access
  checkOf: (credentials) => ({
    url: `${addressOf(credentials, "https://api.sendgrid.com")}/v3/scopes`,
    headers: { authorization: `Bearer ${textOf(credentials, "apiKey")}` },
  }),
  requestOf: (mail, credentials) => ({
    url: `${addressOf(credentials, "https://api.sendgrid.com")}/v3/mail/send`,
    headers: { authorization: `Bearer ${textOf(credentials, "apiKey")}` },
    json: { ...bodyOf(mail), ip_pool_name: textOf(credentials, "ipPoolName") },
  }),
});

function bodyOf(mail: Mail): Record<string, unknown> {
  return {
    personalizations: [recipientsOf(mail)],
    from: emailAndName(mail.sender),
    reply_to: mail.replyTo && emailAndName(mail.replyTo),
    subject: mail.subject,
    // SendGrid requires that the plain text comes first, and rejects an empty one.
    content: [
      ...(mail.text ? [{ type: "text/plain", value: mail.text }] : []),
      { type: "text/html", value: mail.html },
    ],
    attachments: ifAny(
      filesOf(mail).map(({ name, type, base64, contentId }) => ({
        content: base64,
        filename: name,
        type,
        disposition: contentId === undefined ? "attachment" : "inline",
        content_id: contentId,
      })),
    ),
    headers: mail.headers,
    custom_args: mail.customData,
  };
}

/** SendGrid rejects an address that is in more than one of the lists. */
function recipientsOf({ to, cc = [], bcc = [] }: Mail): object {
  const seen = new Set<string>();
  const isNew = ({ address }: Mailbox) =>
    !seen.has(address.toLowerCase()) && seen.add(address.toLowerCase()) !== undefined;
  const [toOnce, ccOnce, bccOnce] = [to, cc, bcc].map((list) => emailsAndNames(list.filter(isNew)));
  return { to: toOnce, cc: ccOnce, bcc: bccOnce };
}
