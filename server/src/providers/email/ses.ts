import type { CredentialField } from "@tidings/contract";
import { awsSignature } from "../aws-signature.ts";
import { awsFields, BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { Credentials } from "../provider.ts";
import {
  addressOf,
  type VendorRequest,
  type VendorResponse,
  type VendorRules,
  type Verdict,
} from "../vendor-api.ts";
import { filesOf, headerPairs, ifAny, type Mail, mailVendor, SENDER_FIELDS } from "./mail-vendor.ts";
import { asciiMailboxText } from "./mailboxes.ts";

const FIELDS: readonly CredentialField[] = [...awsFields("ses:SendEmail"), ...SENDER_FIELDS, BASE_URL];

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html#API_SendEmail_Errors */
const CONFIG_ERRORS = [
  "AccountSuspendedException",
  "SendingPausedException",
  "MailFromDomainNotVerifiedException",
  "NotFoundException",
];

/** AWS names the error in a header, which may continue after a colon, or in the body. */
function judge({ headers, json }: VendorResponse): Verdict | undefined {
  const [error = ""] = (headers["x-amzn-errortype"] ?? textAt(json, "__type") ?? "").split(":");
  if (CONFIG_ERRORS.includes(error)) return { kind: "config_error" };
  // The quota of the last 24 hours.
  if (error === "LimitExceededException") return { kind: "not_processed", isThrottled: false };
  if (error === "TooManyRequestsException" || error === "ThrottlingException") {
    return { kind: "not_processed", isThrottled: true };
  }
  const isUnverified =
    error === "MessageRejected" && /not verified/i.test(textAt(json, "message", 4_000) ?? "");
  return isUnverified ? { kind: "config_error" } : undefined;
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["MessageId"],
  errorPaths: ["message", "Message"],
  judge,
};

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html. Has no idempotency key. */
export const ses = mailVendor({
  id: "ses",
  displayName: "Amazon SES",
  docsUrl: "https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html",
  rules: RULES,
  // https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetAccount.html
  checkOf: (credentials, now) => ({ method: "GET", ...callOf(credentials, "account", now) }),
  requestOf: (mail, credentials, now) => ({
    ...callOf(credentials, "outbound-emails", now),
    json: bodyOf(mail),
  }),
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

function bodyOf(mail: Mail): Record<string, unknown> {
  const { text, html, replyTo, cc = [], bcc = [] } = mail;
  return {
    FromEmailAddress: asciiMailboxText(mail.sender),
    Destination: {
      ToAddresses: mail.to.map(asciiMailboxText),
      CcAddresses: ifAny(cc.map(asciiMailboxText)),
      BccAddresses: ifAny(bcc.map(asciiMailboxText)),
    },
    ReplyToAddresses: replyTo && [asciiMailboxText(replyTo)],
    Content: {
      Simple: {
        Subject: utf8(mail.subject),
        Body: { Html: utf8(html), Text: text === undefined ? undefined : utf8(text) },
        Headers: ifAny(headerPairs(mail).map(([Name, Value]) => ({ Name, Value }))),
        Attachments: ifAny(attachmentsOf(mail)),
      },
    },
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
