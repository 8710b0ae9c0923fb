import type { CredentialField } from "@tidings/contract";
import { walkPath } from "../../foundation/json-path.ts";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { UNLISTED } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { Mailbox } from "../provider.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { type AnswerFor, judgeByRecipient } from "./mail-answers.ts";
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

/** A 200 has a status for each recipient. */
function judge({ status, json }: VendorResponse, mail?: Mail): Verdict | undefined {
  if (status >= 300) return undefined;
  const messages = walkPath(json, ["messages"]);
  if (!Array.isArray(messages) || messages.length === 0) return { kind: "ambiguous" };
  return judgeByRecipient(messages.map(answerIn), mail);
}

/** The message's key is its ID, so a duplicate is the mail of an earlier attempt. */
function answerIn(message: unknown): AnswerFor {
  const group = textAt(message, "status.groupId");
  const name = textAt(message, "status.name") ?? "";
  const words = textAt(message, "status.description", 4_000) ?? name;
  const id = textAt(message, "messageId");
  const answer = { recipient: textAt(message, "to") ?? "", words, ...(id === undefined ? {} : { id }) };
  if (name === "REJECTED_DUPLICATE_MESSAGE_ID") return { ...answer, kind: "accepted" };
  if (group === undefined) return { ...answer, kind: "ambiguous" };
  if (!FAILED_GROUPS.includes(group)) return { ...answer, kind: "accepted" };
  if (RECIPIENT.test(name)) return { ...answer, kind: "recipient_error" };
  if (ACCOUNT.test(name)) return { ...answer, kind: "config_error" };
  return { ...answer, ...UNLISTED, code: name };
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["messages.0.messageId"],
  errorPaths: ["requestError.serviceException.text"],
  judge: (response) => judge(response),
};

/** https://www.infobip.com/docs/api/channels/email/send-fully-featured-email (version 3: multipart/form-data) */
export const infobipEmail = mailVendor({
  id: "infobip-email",
  displayName: "Infobip",
  docsUrl: "https://www.infobip.com/docs/api/channels/email/send-fully-featured-email",
  rules: RULES,
  takes: { amp: true },
  judgeRecipients: judge,
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
    replyTo: mail.replyTo?.[0]?.address,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ampHtml: mail.amp,
    messageId: mail.key,
    headers: Object.keys(headers).length === 0 ? undefined : JSON.stringify(headers),
    callbackData: customData === undefined ? undefined : JSON.stringify(customData),
  };
}

/** The name of an inline image is its content id. */
function filesOf({ files }: Mail) {
  return files.map(({ name, type, bytes, contentId }) => ({
    field: contentId === undefined ? "attachment" : "inlineImage",
    name: contentId ?? name,
    type,
    bytes,
  }));
}
