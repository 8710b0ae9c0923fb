import type { CredentialField } from "@tidings/contract";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { Credentials, EmailMessage } from "../provider.ts";
import { addressOf, basicAuth, type VendorRules } from "../vendor-api.ts";
import { fileName } from "./file-name.ts";
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
  /** A 400 has only a sentence. */
  judge({ status, json }) {
    const message = textAt(json, "message", 4_000) ?? "";
    if (status !== 400) return undefined;
    if (/^'?(to|cc|bcc)'? parameter is not a valid address/i.test(message))
      return { kind: "recipient_error" };
    const isConfig = /^'?from'? parameter is not a valid address|is not allowed to send/i.test(message);
    return isConfig ? { kind: "config_error" } : undefined;
  },
};

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages. Has no idempotency key. */
export const mailgun = mailVendor({
  id: "mailgun",
  displayName: "Mailgun",
  docsUrl: "https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages",
  rules: RULES,
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
    "h:Reply-To": mail.replyTo && mailboxText(mail.replyTo),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...Object.fromEntries([...headers, ...variables]),
  };
}

/** The name of an inline file is its content id. */
function filesOf({ attachments = [] }: EmailMessage) {
  return attachments.map(({ name, mime, bytes, contentId }) => ({
    field: contentId === undefined ? "attachment" : "inline",
    name: contentId ?? fileName(name),
    type: mime,
    bytes,
  }));
}
