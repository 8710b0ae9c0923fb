import type { CredentialField } from "@tidings/contract";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { UNLISTED } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { Credentials } from "../provider.ts";
import {
  addressOf,
  type VendorRequest,
  type VendorResponse,
  type VendorRules,
  type Verdict,
} from "../vendor-api.ts";
import { apiKeyField, filesOf, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { emailAndName, emailsAndNames } from "./mailboxes.ts";

const FIELDS: readonly CredentialField[] = [
  apiKeyField("The secret key, which starts with sk_; Settings, API Keys in Plunk."),
  ...SENDER_FIELDS,
  { ...BASE_URL, help: "The address of your own Plunk; leave it empty for api.useplunk.com." },
];

function judge({ status, json }: VendorResponse): Verdict | undefined {
  const isRefused = status < 300 && (json as { success?: unknown } | undefined)?.success === false;
  return isRefused ? UNLISTED : undefined;
}

/** Plunk looks at the key before the content: a 401 is a wrong key, and an empty mail is a 400 (422 in newer versions). */
function judgeCheck({ status, json }: VendorResponse): Verdict | undefined {
  const isAboutDomain = /domain/i.test(textAt(json, "message", 4_000) ?? "");
  return (status === 400 || status === 422) && !isAboutDomain ? { kind: "accepted" } : undefined;
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["emails.0.email", "data.emails.0.email", "data.emails.0.id"],
  errorPaths: ["error.message", "message", "error"],
  judge,
  judgeCheck,
};

/**
 * https://docs.useplunk.com/api-reference/public-api/sendEmail. Plunk sends each recipient a mail of its own, has no cc, bcc or
 * plain text, and no idempotency key.
 */
export const plunk = mailVendor({
  id: "plunk",
  displayName: "Plunk",
  docsUrl: "https://docs.useplunk.com/api-reference/public-api/sendEmail",
  rules: RULES,
  requestOf: (mail, credentials) => ({ ...callOf(credentials), json: bodyOf(mail) }),
  checkOf: (credentials) => ({ ...callOf(credentials), method: "POST", json: {} }),
});

function callOf(credentials: Credentials): VendorRequest {
  return {
    url: `${addressOf(credentials, "https://api.useplunk.com")}/v1/send`,
    headers: { authorization: `Bearer ${textOf(credentials, "apiKey")}` },
  };
}

function bodyOf(mail: Mail): Record<string, unknown> {
  const { to, cc = [], bcc = [] } = mail;
  return {
    to: emailsAndNames([...to, ...cc, ...bcc]),
    from: emailAndName(mail.sender),
    reply: mail.replyTo?.[0]?.address,
    subject: mail.subject,
    body: mail.html,
    headers: mail.headers,
    attachments: ifAny(
      filesOf(mail).map(({ name, type, base64 }) => ({ filename: name, content: base64, contentType: type })),
    ),
  };
}
