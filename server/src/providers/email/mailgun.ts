import type { CredentialField } from "@tidings/contract";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { Credentials } from "../provider.ts";
import { addressOf, basicAuth, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { addressesAt, type RecipientList, recipientsNamedIn, refusedBecauseOf } from "./mail-answers.ts";
import { apiKeyField, headerPairs, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { mailboxList, mailboxText } from "./mailboxes.ts";

const FIELDS: readonly CredentialField[] = [
  apiKeyField("The private API key, or a sending key of the domain; API Keys in Mailgun."),
  {
    name: "domain",
    label: "Domain",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The sending domain, such as mg.example.com; Sending, Domains in Mailgun.",
  },
  ...SENDER_FIELDS,
  {
    name: "user",
    label: "User name",
    kind: "text",
    isSecret: false,
    isRequired: false,
    help: "The user of the HTTP log-in; leave it empty for `api`.",
  },
  { ...BASE_URL, help: "https://api.eu.mailgun.net for a domain in the EU; leave it empty otherwise." },
];

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["id"],
  errorPaths: ["message"],
  judge,
};

/** The domain has reached its limit of an hour: https://github.com/mailgun/mailgun-java/issues/50 */
const EXCEEDED_LIMIT = 420;

/** An error has only a sentence. "Is not allowed to send" may be about a limit; then the sentence states its end. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  const message = textAt(json, "message", 4_000) ?? "";
  const isTold = /\btry again (after|in|later)\b/i.test(message);
  const isLimit = status === EXCEEDED_LIMIT || (isTold && (status === 400 || status === 403));
  if (isLimit) return { kind: "not_processed", isThrottled: false };
  if (status !== 400) return undefined;
  const isConfig = /^'?from'? parameter is not a valid address|is not allowed to send/i.test(message);
  return isConfig ? { kind: "config_error" } : undefined;
}

/** The whole mail is refused for an address of the list that is named. */
function judgeRecipients({ status, json }: VendorResponse, mail: Mail): Verdict | undefined {
  const message = textAt(json, "message", 4_000) ?? "";
  const [, list] = /^'?(to|cc|bcc)'? parameter is not a valid address/i.exec(message) ?? [];
  if (status !== 400 || list === undefined) return undefined;
  const named = recipientsNamedIn(mail, message);
  const refused = named.length > 0 ? named : addressesAt(mail, list.toLowerCase() as RecipientList);
  return refusedBecauseOf(mail, refused, message);
}

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages. Has no idempotency key. */
export const mailgun = mailVendor({
  id: "mailgun",
  displayName: "Mailgun",
  docsUrl: "https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages",
  rules: RULES,
  takes: { typeParameters: true, amp: true },
  judgeRecipients,
  // https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/domains (not with a sending key of the domain)
  checkOf(credentials) {
    const { url, headers, secrets } = callOf(credentials);
    return { url: `${url}/v3/domains/${domainOf(credentials)}`, headers, secrets };
  },
  requestOf: (mail, credentials) => {
    const { url, headers, secrets } = callOf(credentials);
    const path = `/v3/${domainOf(credentials)}/messages`;
    return { url: `${url}${path}`, headers, form: formOf(mail), files: filesOf(mail), secrets };
  },
});

function callOf(credentials: Credentials) {
  const user = textOf(credentials, "user") ?? "api";
  const { header, secret } = basicAuth(user, textOf(credentials, "apiKey") as string);
  // The address in imported integrations may end with the version.
  const url = addressOf(credentials, "https://api.mailgun.net").replace(/\/v3$/, "");
  return { url, headers: { authorization: header }, secrets: [secret] };
}

function domainOf(credentials: Credentials): string {
  return encodeURIComponent(textOf(credentials, "domain") as string);
}

function formOf(mail: Mail): Record<string, string | undefined> {
  const headers = headerPairs(mail).map(([name, value]) => [`h:${name}`, value]);
  // https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-attachments
  const variables = Object.entries(mail.customData ?? {}).map(([name, value]) => [`v:${name}`, value]);
  return {
    from: mailboxText(mail.sender),
    to: mailboxList(mail.to),
    cc: mailboxList(mail.cc),
    bcc: mailboxList(mail.bcc),
    "h:Reply-To": mailboxList(mail.replyTo),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    "amp-html": mail.amp,
    ...Object.fromEntries([...headers, ...variables]),
  };
}

/** The name of an inline file is its content id. */
function filesOf({ files }: Mail) {
  return files.map(({ name, type, bytes, contentId }) => ({
    field: contentId === undefined ? "attachment" : "inline",
    name: contentId ?? name,
    type,
    bytes,
  }));
}
