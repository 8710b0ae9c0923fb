import type { CredentialField } from "@tidings/contract";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { UNLISTED } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { apiKeyField, filesOf, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { emailAndName, emailsAndNames } from "./mailboxes.ts";

const FIELDS: readonly CredentialField[] = [
  apiKeyField("Under Settings, Integrations, API in the dashboard of Netcore Email."),
  ...SENDER_FIELDS,
  { ...BASE_URL, help: "https://apieu.netcorecloud.net for an account in the EU; leave it empty otherwise." },
];

/** `status` of the body: https://emaildocs.netcorecloud.com/reference/api-integration */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  return status < 300 && textAt(json, "status") === "error" ? UNLISTED : undefined;
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["data.message_id", "data.message_ids.0"],
  errorPaths: ["error_info.0.message", "error_info.error_message", "error.0.message", "message"],
  judge,
};

/**
 * https://emaildocs.netcorecloud.com/reference/send-mail-api-1 (version 5.1). Netcore makes the plain text itself. Has no
 * idempotency key, and no documented call that tests a key without sending a mail.
 */
export const netcore = mailVendor({
  id: "netcore",
  displayName: "Netcore",
  docsUrl: "https://emaildocs.netcorecloud.com/reference/send-mail-api-1",
  rules: RULES,
  requestOf: (mail, credentials) => ({
    url: `${addressOf(credentials, "https://emailapi.netcorecloud.net")}/v5.1/mail/send`,
    headers: { api_key: textOf(credentials, "apiKey") as string },
    json: bodyOf(mail),
  }),
});

function bodyOf(mail: Mail): Record<string, unknown> {
  const addresses = (mailboxes: Mail["cc"]) =>
    ifAny((mailboxes ?? []).map(({ address }) => ({ email: address })));
  return {
    from: emailAndName(mail.sender),
    reply_to: mail.replyTo?.[0]?.address,
    subject: mail.subject,
    content: [{ type: "html", value: mail.html }],
    attachments: ifAny(filesOf(mail).map(({ name, base64 }) => ({ name, content: base64 }))),
    personalizations: [
      {
        to: emailsAndNames(mail.to),
        cc: addresses(mail.cc),
        bcc: addresses(mail.bcc),
        headers: mail.headers,
      },
    ],
  };
}
