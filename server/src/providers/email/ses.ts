import type { CredentialField } from "@tidings/contract";
import MailComposer from "nodemailer/lib/mail-composer";
import { AWS_CONFIG_ERRORS, AWS_THROTTLES } from "../aws-errors.ts";
import { awsSignature } from "../aws-signature.ts";
import { awsFields, BASE_URL } from "../common-fields.ts";
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
import { composeMail } from "./compose-mail.ts";
import { tagsOf } from "./custom-data.ts";
import { encodeNames } from "./encode-names.ts";
import { utf8Fault } from "./internationalized.ts";
import type { MailFault } from "./mail-faults.ts";
import { filesOf, headerPairs, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { asciiMailboxText } from "./mailboxes.ts";

const FIELDS: readonly CredentialField[] = [...awsFields("ses:SendEmail"), ...SENDER_FIELDS, BASE_URL];

const ERROR_HEADER = "x-amzn-errortype";

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html#API_SendEmail_Errors */
const CONFIG_ERRORS = [
  ...AWS_CONFIG_ERRORS,
  "AccountSuspendedException",
  "SendingPausedException",
  "MailFromDomainNotVerifiedException",
  "NotFoundException",
];

/**
 * AWS names the error in a header, which may continue after a colon, or in the body. The used-up quota of 24 hours has the code of a
 * throttle, and another sentence: https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html
 */
function judge({ headers, json }: VendorResponse): Verdict | undefined {
  const [error = ""] = (headers[ERROR_HEADER] ?? textAt(json, "__type") ?? "").split(":");
  const message = textAt(json, "message", 4_000) ?? "";
  if (CONFIG_ERRORS.includes(error)) return { kind: "config_error" };
  // "Too many instances of the resource": a limit that waiting a moment does not lift.
  if (error === "LimitExceededException") return { kind: "not_processed", isThrottled: false };
  if (AWS_THROTTLES.includes(error)) return { kind: "not_processed", isThrottled: true };
  const isUnverified = error === "MessageRejected" && /not verified/i.test(message);
  return isUnverified ? { kind: "config_error" } : undefined;
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["MessageId"],
  errorPaths: ["message", "Message"],
  errorHeader: ERROR_HEADER,
  judge,
};

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html. Has no idempotency key. */
export const ses = mailVendor({
  id: "ses",
  displayName: "Amazon SES",
  docsUrl: "https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html",
  rules: RULES,
  takes: { typeParameters: true, amp: true, invitation: true },
  // https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetAccount.html
  checkOf: (credentials, now) => ({ method: "GET", ...callOf(credentials, "account", now) }),
  async requestOf(mail, credentials, now): Promise<VendorRequest | SendOutcome> {
    const content = utf8Fault(mail, "Amazon SES") ?? (await contentOf(mail, credentials));
    if ("kind" in content) return content;
    // Events have the tags if the configuration set publishes them.
    const EmailTags = ifAny(tagsOf(mail).map(({ name, value }) => ({ Name: name, Value: value })));
    return {
      ...callOf(credentials, "outbound-emails", now),
      json: { ...addressesOf(mail), EmailTags, Content: content },
    };
  },
});

function callOf(credentials: Credentials, path: string, now: Date): VendorRequest {
  const region = textOf(credentials, "region") as string;
  const access = {
    accessKeyId: textOf(credentials, "apiKey") as string,
    secretKey: textOf(credentials, "secretKey") as string,
    region,
    service: "ses",
  };
  const host = `https://email.${encodeURIComponent(region)}.amazonaws.com`;
  return {
    url: `${addressOf(credentials, host)}/v2/email/${path}`,
    sign: (call) => awsSignature(call, access, now),
  };
}

const utf8 = (text: string) => ({ Data: text, Charset: "UTF-8" });

/** Addresses are in ASCII: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html */
function addressesOf({ sender, to, cc = [], bcc = [], replyTo }: Mail): Record<string, unknown> {
  return {
    FromEmailAddress: asciiMailboxText(sender),
    Destination: {
      ToAddresses: to.map(asciiMailboxText),
      CcAddresses: ifAny(cc.map(asciiMailboxText)),
      BccAddresses: ifAny(bcc.map(asciiMailboxText)),
    },
    ReplyToAddresses: replyTo?.map(asciiMailboxText),
  };
}

type Content = { Simple: object } | { Raw: { Data: string } };

/**
 * What `Simple` cannot have is sent as a mail of our own: other forms of the text, and types of files with parameters (`ContentType` is
 * a media type: https://docs.aws.amazon.com/ses/latest/dg/attachments.html).
 */
async function contentOf(mail: Mail, credentials: Credentials): Promise<Content | MailFault> {
  const isRaw = mail.amp !== undefined || mail.invitation !== undefined || mail.files.some(hasParameters);
  return isRaw ? rawContentOf(mail, credentials) : { Simple: simpleContentOf(mail) };
}

function hasParameters({ type }: { type: string }): boolean {
  return type.includes(";");
}

async function rawContentOf(mail: Mail, credentials: Credentials): Promise<Content | MailFault> {
  const composed = composeMail(mail, credentials);
  if (composed.kind !== "composed") return composed;
  const bytes = await encodeNames(new MailComposer(composed.options).compile()).build();
  return { Raw: { Data: bytes.toString("base64") } };
}

function simpleContentOf(mail: Mail): object {
  const { text, html } = mail;
  return {
    Subject: utf8(mail.subject),
    Body: { Html: utf8(html), Text: text === undefined ? undefined : utf8(text) },
    Headers: ifAny(headerPairs(mail).map(([Name, Value]) => ({ Name, Value }))),
    Attachments: ifAny(attachmentsOf(mail)),
  };
}

function attachmentsOf(mail: Mail): object[] {
  return filesOf(mail).map(({ name, type, base64, contentId }) => ({
    FileName: name,
    ContentType: type,
    RawContent: base64,
    ContentDisposition: contentId === undefined ? "ATTACHMENT" : "INLINE",
    ContentId: contentId,
    ContentTransferEncoding: "BASE64",
  }));
}
