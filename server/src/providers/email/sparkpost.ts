import type { CredentialField } from "@tidings/contract";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { Credentials } from "../provider.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import {
  type AttachedFile,
  apiKeyField,
  filesOf,
  ifAny,
  type Mail,
  mailVendor,
  SENDER_FIELDS,
} from "./mail-vendor.ts";
import { emailAndName, mailboxList, mailboxText } from "./mailboxes.ts";

const FIELDS: readonly CredentialField[] = [
  apiKeyField("A key that may write transmissions; API Keys in SparkPost."),
  {
    name: "region",
    label: "Region",
    kind: "text",
    isSecret: false,
    isRequired: false,
    help: "`eu` for an account in SparkPost EU; leave it empty otherwise.",
  },
  ...SENDER_FIELDS,
  BASE_URL,
];

const SUPPRESSED_RECIPIENT = "1902";
const EXCEEDED_LIMIT = 420;

/** https://support.sparkpost.com/docs/tech-resources/extended-error-codes */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status < 300) {
    const isRefused = textAt(json, "results.total_accepted_recipients") === "0";
    return isRefused ? { kind: "recipient_error" } : undefined;
  }
  // The sending limit of the hour or of the day.
  if (status === EXCEEDED_LIMIT) return { kind: "not_processed", isThrottled: false };
  if (textAt(json, "errors.0.code") === SUPPRESSED_RECIPIENT) return { kind: "recipient_error" };
  const text = `${textAt(json, "errors.0.message", 4_000)} ${textAt(json, "errors.0.description", 4_000)}`;
  return /un(configured|verified) sending domain/i.test(text) ? { kind: "config_error" } : undefined;
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["results.id"],
  errorPaths: ["errors.0.description", "errors.0.message"],
  judge,
};

/** https://developers.sparkpost.com/api/transmissions/#transmissions-post-send-inline-content. Has no idempotency key. */
export const sparkpost = mailVendor({
  id: "sparkpost",
  displayName: "SparkPost",
  docsUrl: "https://developers.sparkpost.com/api/transmissions/",
  rules: RULES,
  // https://developers.sparkpost.com/api/account/
  checkOf: (credentials) => callOf(credentials, "/account"),
  requestOf: (mail, credentials) => ({
    ...callOf(credentials, "/transmissions"),
    json: {
      options: { transactional: true },
      metadata: mail.customData,
      recipients: recipientsOf(mail),
      content: contentOf(mail),
    },
  }),
});

function callOf(credentials: Credentials, path: string) {
  const isEurope = textOf(credentials, "region")?.toLowerCase() === "eu";
  const vendor = isEurope ? "https://api.eu.sparkpost.com" : "https://api.sparkpost.com";
  return {
    url: `${addressOf(credentials, vendor)}/api/v1${path}`,
    headers: { authorization: textOf(credentials, "apiKey") as string },
  };
}

/** Every recipient gets a copy; `header_to` is what its header To shows. */
function recipientsOf({ to, cc = [], bcc = [] }: Mail): object[] {
  const header_to = mailboxList(to);
  return [...to, ...cc, ...bcc].map(({ address }) => ({ address: { email: address, header_to } }));
}

function contentOf(mail: Mail): Record<string, unknown> {
  const files = filesOf(mail);
  return {
    from: emailAndName(mail.sender),
    reply_to: mail.replyTo && mailboxText(mail.replyTo),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: { ...mail.headers, CC: mailboxList(mail.cc) },
    attachments: ifAny(files.filter(({ contentId }) => contentId === undefined).map(fileOf)),
    inline_images: ifAny(files.filter(({ contentId }) => contentId !== undefined).map(fileOf)),
  };
}

/** The name of an inline image is its content id. */
function fileOf({ name, type, base64, contentId }: AttachedFile): object {
  return { name: contentId ?? name, type, data: base64 };
}
