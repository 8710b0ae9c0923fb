import type { CredentialField } from "@tidings/contract";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { Credentials, SendOutcome } from "../provider.ts";
import {
  addressOf,
  type VendorRequest,
  type VendorResponse,
  type VendorRules,
  type Verdict,
} from "../vendor-api.ts";
import { apiKeyField, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { mailboxText } from "./mailboxes.ts";

const FIELDS: readonly CredentialField[] = [
  apiKeyField("A REST API key with the permission messages.send; Settings, APIs and Identifiers in Braze."),
  {
    name: "applicationId",
    label: "App identifier",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The identifier of the app; Settings, APIs and Identifiers, App Identifiers in Braze.",
  },
  ...SENDER_FIELDS,
  {
    ...BASE_URL,
    isRequired: true,
    help: "The REST endpoint of your Braze instance, such as https://rest.fra-01.braze.eu.",
  },
];

/** A 201 may have errors for recipients that Braze does not know. https://www.braze.com/docs/api/errors/ */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  const { errors } = (json ?? {}) as { errors?: unknown };
  return status < 300 && Array.isArray(errors) && errors.length > 0
    ? { kind: "recipient_error", isUnlisted: true }
    : undefined;
}

/** A request without recipients is a fatal error (400), which sends nothing; a wrong key is a 401. */
function judgeCheck({ status, json }: VendorResponse): Verdict | undefined {
  const isAboutApp = /\bapp_id\b/.test(textAt(json, "message", 4_000) ?? "");
  return status === 400 && !isAboutApp ? { kind: "accepted" } : undefined;
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["dispatch_id"],
  errorPaths: ["errors.0", "errors.0.type", "message"],
  judge,
  judgeCheck,
};

/**
 * https://www.braze.com/docs/api/endpoints/messaging/send_messages/post_send_messages/. Braze sends to its own users: the
 * recipient's address must be the `external_id` of one of them. It sends each recipient a mail of its own, takes attachments only
 * by URL, and has no idempotency key.
 */
export const braze = mailVendor({
  id: "braze",
  displayName: "Braze",
  docsUrl: "https://www.braze.com/docs/api/endpoints/messaging/send_messages/post_send_messages/",
  rules: RULES,
  requestOf,
  checkOf: (credentials) => ({ ...callOf(credentials), method: "POST", json: { external_user_ids: [] } }),
});

function callOf(credentials: Credentials): VendorRequest {
  return {
    url: `${addressOf(credentials, "")}/messages/send`,
    headers: { authorization: `Bearer ${textOf(credentials, "apiKey")}` },
  };
}

function requestOf(mail: Mail, credentials: Credentials): VendorRequest | SendOutcome {
  const { to, cc = [], bcc = [], files } = mail;
  if (files.length > 0) return { kind: "rejected", reason: "Braze takes attachments only by URL." };
  return {
    ...callOf(credentials),
    json: {
      external_user_ids: [...to, ...cc, ...bcc].map(({ address }) => address),
      messages: { email: { app_id: textOf(credentials, "applicationId"), ...contentOf(mail) } },
    },
  };
}

/** https://www.braze.com/docs/api/objects_filters/messaging/email_object/ */
function contentOf(mail: Mail): Record<string, unknown> {
  return {
    from: mailboxText(mail.sender),
    reply_to: mail.replyTo?.[0]?.address,
    subject: mail.subject,
    body: mail.html,
    plaintext_body: mail.text,
    headers: mail.headers,
    extras: mail.customData,
  };
}
