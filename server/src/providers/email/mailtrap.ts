import { walkPath } from "../../foundation/json-path.ts";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { addressOf, type VendorRules } from "../vendor-api.ts";
import { apiKeyField, filesOf, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { emailAndName, emailsAndNames } from "./mailboxes.ts";

const FIELDS = [
  apiKeyField("A token that may send from the domain; Settings, API Tokens in Mailtrap."),
  ...SENDER_FIELDS,
  BASE_URL,
] as const;

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["message_ids.0"],
  errorPaths: ["errors.0", "error"],
  judge: ({ status, json }) =>
    status < 300 && walkPath(json, ["success"]) === false ? { kind: "rejected" } : undefined,
};

/** https://docs.mailtrap.io/developers/email-sending/transactional. Has no idempotency key. */
export const mailtrap = mailVendor({
  id: "mailtrap",
  displayName: "Mailtrap",
  docsUrl: "https://docs.mailtrap.io/developers/email-sending/transactional",
  rules: RULES,
  // https://api-docs.mailtrap.io/docs/mailtrap-api-docs (Accounts)
  checkOf: (credentials) => ({
    url: `${addressOf(credentials, "https://mailtrap.io")}/api/accounts`,
    headers: { authorization: `Bearer ${textOf(credentials, "apiKey")}` },
  }),
  requestOf: (mail, credentials) => ({
    url: `${addressOf(credentials, "https://send.api.mailtrap.io")}/api/send`,
    headers: { authorization: `Bearer ${textOf(credentials, "apiKey")}` },
    json: bodyOf(mail),
  }),
});

function bodyOf(mail: Mail): Record<string, unknown> {
  return {
    from: emailAndName(mail.sender),
    to: emailsAndNames(mail.to),
    cc: emailsAndNames(mail.cc),
    bcc: emailsAndNames(mail.bcc),
    reply_to: mail.replyTo && emailAndName(mail.replyTo),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: mail.headers,
    custom_variables: mail.customData,
    attachments: ifAny(
      filesOf(mail).map(({ name, type, base64, contentId }) => ({
        filename: name,
        content: base64,
        type,
        disposition: contentId === undefined ? "attachment" : "inline",
        content_id: contentId,
      })),
    ),
  };
}
