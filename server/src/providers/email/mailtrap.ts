import { walkPath } from "../../foundation/json-path.ts";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { UNLISTED } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { recipientsNamedIn, refusedBecauseOf } from "./mail-answers.ts";
import { apiKeyField, filesOf, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { asciiMailboxText, emailAndName, emailsAndNames } from "./mailboxes.ts";

const FIELDS = [
  apiKeyField("A token that may send from the domain; Settings, API Tokens in Mailtrap."),
  ...SENDER_FIELDS,
  BASE_URL,
] as const;

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["message_ids.0"],
  errorPaths: ["errors.0", "error"],
  judge: ({ status, json }) => (status < 300 && walkPath(json, ["success"]) === false ? UNLISTED : undefined),
};

/** A mail is refused as a whole. Where an error names one of its addresses, it is about that one. */
function judgeRecipients({ status, json }: VendorResponse, mail: Mail): Verdict | undefined {
  const isRefused = status < 300 ? walkPath(json, ["success"]) === false : status === 400 || status === 422;
  const words = textAt(json, "errors.0", 4_000) ?? "";
  const named = isRefused ? recipientsNamedIn(mail, words) : [];
  return named.length === 0 ? undefined : refusedBecauseOf(mail, named, words);
}

/** https://docs.mailtrap.io/developers/email-sending/transactional. Has no idempotency key. */
export const mailtrap = mailVendor({
  id: "mailtrap",
  displayName: "Mailtrap",
  docsUrl: "https://docs.mailtrap.io/developers/email-sending/transactional",
  rules: RULES,
  takes: { typeParameters: true },
  judgeRecipients,
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
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    ...repliesOf(mail),
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

/** `reply_to` takes one address; for several there is the header, which must be in ASCII. */
function repliesOf({ replyTo = [], headers }: Mail): Record<string, unknown> {
  const [only, ...more] = replyTo;
  if (only === undefined || more.length === 0) return { reply_to: only && emailAndName(only), headers };
  return { headers: { ...headers, "Reply-To": replyTo.map(asciiMailboxText).join(", ") } };
}
