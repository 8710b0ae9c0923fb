import { walkPath } from "../../foundation/json-path.ts";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { addressesAt, type RecipientList, refusedBecauseOf } from "./mail-answers.ts";
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

const RECIPIENT_FIELD = /^personalizations\.\d+\.(to|cc|bcc)\.(\d+)\.email$/;

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/errors: `field` says which address is invalid. */
function judge(response: VendorResponse): Verdict | undefined {
  if (response.status === 429) return throttled(response);
  if (response.status !== 400) return undefined;
  const field = textAt(response.json, "errors.0.field") ?? "";
  return field === "from" || field === "from.email" ? { kind: "config_error" } : undefined;
}

/** The whole mail is refused for the addresses that the errors name. */
function judgeRecipients({ status, json }: VendorResponse, mail: Mail): Verdict | undefined {
  const errors = walkPath(json, ["errors"]);
  const named = (Array.isArray(errors) ? errors : []).map((error) =>
    RECIPIENT_FIELD.exec(textAt(error, "field") ?? ""),
  );
  if (status !== 400 || !named[0]) return undefined;
  const refused = named.flatMap((found) =>
    found ? addressesAt(mail, found[1] as RecipientList, Number(found[2])) : [],
  );
  return refusedBecauseOf(mail, refused, textAt(json, "errors.0.message", 4_000) ?? "");
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
  takes: { amp: true, invitation: true },
  judgeRecipients,
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
    ...repliesOf(mail),
    subject: mail.subject,
    content: contentOf(mail),
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

function recipientsOf({ to, cc, bcc }: Mail): object {
  return { to: emailsAndNames(to), cc: emailsAndNames(cc), bcc: emailsAndNames(bcc) };
}

function repliesOf({ replyTo = [] }: Mail): object {
  const [only, ...more] = replyTo;
  if (only === undefined) return {};
  return more.length > 0 ? { reply_to_list: emailsAndNames(replyTo) } : { reply_to: emailAndName(only) };
}

/**
 * SendGrid requires that the plain text comes first, and rejects an empty one. It refuses types with a semicolon; of an invitation
 * it takes `method`, and no other parameter: https://github.com/sendgrid/sendgrid-ruby/issues/298#issuecomment-427443122
 */
function contentOf({ text, amp, html, invitation }: Mail): object[] {
  return [
    ...(text ? [{ type: "text/plain", value: text }] : []),
    ...(amp ? [{ type: "text/x-amp-html", value: amp }] : []),
    { type: "text/html", value: html },
    ...(invitation ? [{ type: `text/calendar; method=${invitation.method}`, value: invitation.text }] : []),
  ];
}
