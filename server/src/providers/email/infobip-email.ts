import type { CredentialField } from "@tidings/contract";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { EmailMessage, Mailbox } from "../provider.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { fileName } from "./file-name.ts";
import { apiKeyField, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { mailboxText } from "./mailboxes.ts";

const FIELDS: readonly CredentialField[] = [
  apiKeyField("Under Developer tools, API keys in the Infobip portal."),
  ...SENDER_FIELDS,
  {
    ...BASE_URL,
    isRequired: true,
    help: "Your account's own address, such as https://xxxxx.api.infobip.com; on the start page of the portal.",
  },
];

/** Groups of statuses: https://www.infobip.com/docs/developer-resources/errors-and-responses/response-codes */
const FAILED_GROUPS = ["2", "4", "5"];
const RECIPIENT = /DESTINATION|BOUNCE|UNSUBSCRIBED|NOT_DELIVERED|INVALID_(TO|RECIPIENT|EMAIL)/;
const ACCOUNT = /SENDER|NOT_ENOUGH_CREDITS|DOMAIN|PACKAGE|NETWORK|SOURCE/;

/** A 200 has a status for each message. The message's key is its ID, so a duplicate is the mail of an earlier attempt. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status >= 300) return undefined;
  const group = textAt(json, "messages.0.status.groupId");
  const name = textAt(json, "messages.0.status.name") ?? "";
  if (name === "REJECTED_DUPLICATE_MESSAGE_ID") return { kind: "accepted" };
  if (group === undefined) return { kind: "ambiguous" };
  if (!FAILED_GROUPS.includes(group)) return { kind: "accepted" };
  if (RECIPIENT.test(name)) return { kind: "recipient_error" };
  return { kind: ACCOUNT.test(name) ? "config_error" : "rejected" };
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["messages.0.messageId"],
  errorPaths: ["messages.0.status.description", "requestError.serviceException.text"],
  judge,
};

/** https://www.infobip.com/docs/api/channels/email/send-fully-featured-email (version 3: multipart/form-data) */
export const infobipEmail = mailVendor({
  id: "infobip-email",
  displayName: "Infobip",
  docsUrl: "https://www.infobip.com/docs/api/channels/email/send-fully-featured-email",
  rules: RULES,
  // https://www.infobip.com/docs/api/platform/account-management/get-account-balance
  checkOf: (credentials) => ({
    url: `${addressOf(credentials, "")}/account/1/balance`,
    headers: { authorization: `App ${textOf(credentials, "apiKey")}` },
  }),
  requestOf: (mail, credentials) => ({
    url: `${addressOf(credentials, "")}/email/3/send`,
    headers: { authorization: `App ${textOf(credentials, "apiKey")}` },
    form: formOf(mail),
    files: filesOf(mail),
  }),
});

const textsOf = (mailboxes: readonly Mailbox[] = []) => mailboxes.map(mailboxText);

function formOf(mail: Mail): Record<string, string | readonly string[] | undefined> {
  const { headers = {}, customData } = mail;
  return {
    from: mailboxText(mail.sender),
    to: textsOf(mail.to),
    cc: textsOf(mail.cc),
    bcc: textsOf(mail.bcc),
    replyTo: mail.replyTo?.address,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.key,
    headers: Object.keys(headers).length === 0 ? undefined : JSON.stringify(headers),
    callbackData: customData === undefined ? undefined : JSON.stringify(customData),
  };
}

/** The name of an inline image is its content id. */
function filesOf({ attachments = [] }: EmailMessage) {
  return attachments.map(({ name, mime, bytes, contentId }) => ({
    field: contentId === undefined ? "attachment" : "inlineImage",
    name: contentId ?? fileName(name),
    type: mime,
    bytes,
  }));
}
