import type { CredentialField } from "@tidings/contract";
import { walkPath } from "../../foundation/json-path.ts";
import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { Credentials } from "../provider.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { acceptedExcept, recipientsNamedIn } from "./mail-answers.ts";
import {
  type AttachedFile,
  apiKeyField,
  filesOf,
  ifAny,
  type Mail,
  mailVendor,
  SENDER_FIELDS,
} from "./mail-vendor.ts";
import { emailAndName, mailboxList } from "./mailboxes.ts";

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
/** The first request with this key is in progress; with another body (1600), the mail of an earlier attempt was sent. */
const KEY_IN_USE = "1601";
const EXCEEDED_LIMIT = 420;

/** https://support.sparkpost.com/docs/tech-resources/extended-error-codes */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status < 300) {
    const isRefused = textAt(json, "results.total_accepted_recipients") === "0";
    return isRefused ? { kind: "recipient_error" } : undefined;
  }
  if (textAt(json, "errors.0.code") === KEY_IN_USE) return { kind: "ambiguous" };
  // The sending limit of the hour or of the day.
  if (status === EXCEEDED_LIMIT) return { kind: "not_processed", isThrottled: false };
  if (textAt(json, "errors.0.code") === SUPPRESSED_RECIPIENT) return { kind: "recipient_error" };
  const text = `${textAt(json, "errors.0.message", 4_000)} ${textAt(json, "errors.0.description", 4_000)}`;
  return /un(configured|verified) sending domain/i.test(text) ? { kind: "config_error" } : undefined;
}

/**
 * A 200 counts the recipients that were accepted and rejected. `rcpt_to_errors`, in the order of the recipients, describes the rejected
 * ones, but names an address only in its texts, if at all.
 */
function judgeRecipients({ status, json }: VendorResponse, mail: Mail): Verdict | undefined {
  const [accepted, rejected] = ["accepted", "rejected"].map((word) =>
    Number(textAt(json, `results.total_${word}_recipients`) ?? 0),
  );
  if (status >= 300 || !accepted || !rejected) return undefined;
  const words = textAt(json, "results.rcpt_to_errors.0.description", 4_000) ?? "";
  const named = recipientsNamedIn(mail, JSON.stringify(walkPath(json, ["results", "rcpt_to_errors"]) ?? ""));
  const verdict = acceptedExcept(mail, named, words);
  const unnamed = Array.from({ length: Math.max(0, rejected - named.length) }, () => ({ reason: words }));
  const { reached = [], waiting = [], refused = [] } = verdict.recipients ?? {};
  return { ...verdict, recipients: { reached, waiting, refused: [...refused, ...unnamed] } };
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["results.id"],
  errorPaths: ["errors.0.description", "errors.0.message"],
  judge,
};

/**
 * https://developers.sparkpost.com/api/transmissions/#transmissions-post-send-inline-content. The idempotency key is kept for 24 hours:
 * https://github.com/SparkPost/developers.sparkpost.com/pull/590
 */
export const sparkpost = mailVendor({
  id: "sparkpost",
  displayName: "SparkPost",
  docsUrl: "https://developers.sparkpost.com/api/transmissions/",
  rules: RULES,
  // The type "as-is", and `amp_html`: https://developers.sparkpost.com/api/transmissions/#header-content-attributes
  takes: { typeParameters: true, amp: true },
  judgeRecipients,
  // https://developers.sparkpost.com/api/account/
  checkOf: (credentials) => callOf(credentials, "/account"),
  requestOf: (mail, credentials) => ({
    ...callOf(credentials, "/transmissions", { "idempotency-key": mail.key }),
    json: {
      options: { transactional: true },
      metadata: mail.customData,
      recipients: recipientsOf(mail),
      content: contentOf(mail),
    },
  }),
});

function callOf(credentials: Credentials, path: string, headers: Record<string, string> = {}) {
  const isEurope = textOf(credentials, "region")?.toLowerCase() === "eu";
  const vendor = isEurope ? "https://api.eu.sparkpost.com" : "https://api.sparkpost.com";
  return {
    url: `${addressOf(credentials, vendor)}/api/v1${path}`,
    headers: { ...headers, authorization: textOf(credentials, "apiKey") as string },
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
    reply_to: mailboxList(mail.replyTo),
    subject: mail.subject,
    html: mail.html,
    amp_html: mail.amp,
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
