import type { CredentialField } from "@tidings/contract";
import { walkPath } from "../../foundation/json-path.ts";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { UNLISTED } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { Credentials, Mailbox } from "../provider.ts";
import { addressOf, basicAuth, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { addressesAt, type RecipientList, refusedBecauseOf } from "./mail-answers.ts";
import {
  type AttachedFile,
  apiKeyField,
  filesOf,
  ifAny,
  type Mail,
  mailVendor,
  SENDER_FIELDS,
} from "./mail-vendor.ts";

const FIELDS: readonly CredentialField[] = [
  apiKeyField("The API key; Account settings, API Key Management in Mailjet."),
  {
    name: "secretKey",
    label: "Secret key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Beside the API key; Mailjet shows it once.",
  },
  ...SENDER_FIELDS,
  BASE_URL,
];

const ERROR = "Messages.0.Errors.0";

/** A failed message may come with status 200; `ErrorRelatedTo` names the properties that are wrong. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (textAt(json, "Messages.0.Status") !== "error") return undefined;
  const cause = textAt(json, `${ERROR}.ErrorRelatedTo.0`) ?? "";
  if (/^(From|Sender)\b/.test(cause)) return { kind: "config_error" };
  return status < 300 ? UNLISTED : undefined;
}

/** `Cc[0].Email`: each error names the address that it is about, and the whole mail is refused. */
function judgeRecipients({ json }: VendorResponse, mail: Mail): Verdict | undefined {
  const errors = walkPath(json, ["Messages", "0", "Errors"]);
  const named = (Array.isArray(errors) ? errors : []).map((error) =>
    /^(To|Cc|Bcc)\[(\d+)\]/.exec(textAt(error, "ErrorRelatedTo.0") ?? ""),
  );
  if (!named[0]) return undefined;
  const refused = named.flatMap((found) => {
    const [, list = "", place] = found ?? [];
    return list === "" ? [] : addressesAt(mail, list.toLowerCase() as RecipientList, Number(place));
  });
  return refusedBecauseOf(mail, refused, textAt(json, `${ERROR}.ErrorMessage`, 4_000) ?? "");
}

const RULES: VendorRules = {
  fields: FIELDS,
  // MessageID is a number that JSON.parse would round.
  idPaths: ["Messages.0.To.0.MessageUUID"],
  errorPaths: [`${ERROR}.ErrorMessage`, "ErrorMessage"],
  judge,
};

/** https://dev.mailjet.com/email/guides/send-api-v31/. `CustomID` is only shown in events: it is no idempotency key. */
export const mailjet = mailVendor({
  id: "mailjet",
  displayName: "Mailjet",
  docsUrl: "https://dev.mailjet.com/email/guides/send-api-v31/",
  rules: RULES,
  judgeRecipients,
  // https://dev.mailjet.com/email/reference/sender-addresses-and-domains/sender/
  checkOf: (credentials) => callOf(credentials, "/v3/REST/sender?Limit=1"),
  requestOf: (mail, credentials) => ({
    ...callOf(credentials, "/v3.1/send"),
    json: { Messages: [messageOf(mail)] },
  }),
});

function callOf(credentials: Credentials, path: string) {
  const key = textOf(credentials, "apiKey") as string;
  const { header, secret } = basicAuth(key, textOf(credentials, "secretKey") as string);
  return {
    url: `${addressOf(credentials, "https://api.mailjet.com")}${path}`,
    headers: { authorization: header },
    secrets: [secret],
  };
}

function messageOf(mail: Mail): Record<string, unknown> {
  const files = filesOf(mail);
  return {
    From: mailboxOf(mail.sender),
    To: mail.to.map(mailboxOf),
    Cc: mail.cc?.map(mailboxOf),
    Bcc: mail.bcc?.map(mailboxOf),
    ReplyTo: mail.replyTo?.[0] && mailboxOf(mail.replyTo[0]),
    Subject: mail.subject,
    HTMLPart: mail.html,
    TextPart: mail.text,
    Headers: mail.headers,
    CustomID: mail.key,
    EventPayload: mail.customData && JSON.stringify(mail.customData),
    Attachments: ifAny(files.filter(({ contentId }) => contentId === undefined).map(attachmentOf)),
    InlinedAttachments: ifAny(files.filter(({ contentId }) => contentId !== undefined).map(attachmentOf)),
  };
}

function mailboxOf({ address, name }: Mailbox): object {
  return { Email: address, Name: name };
}

function attachmentOf({ name, type, base64, contentId }: AttachedFile): object {
  return { Filename: name, ContentType: type, Base64Content: base64, ContentID: contentId };
}
