import { BASE_URL } from "../common-fields.ts";
import { textOf } from "../credential.ts";
import { UNLISTED } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { Mailbox } from "../provider.ts";
import { addressOf, type VendorResponse, type VendorRules, type Verdict } from "../vendor-api.ts";
import { type AnswerFor, judgeByRecipient } from "./mail-answers.ts";
import {
  type AttachedFile,
  apiKeyField,
  filesOf,
  ifAny,
  type Mail,
  mailVendor,
  SENDER_FIELDS,
} from "./mail-vendor.ts";
import { mailboxList } from "./mailboxes.ts";

const FIELDS = [
  apiKeyField("Settings, SMTP & API Info in Mailchimp Transactional (Mandrill)."),
  ...SENDER_FIELDS,
  BASE_URL,
] as const;

/** Errors of the call, which come with status 500: https://mailchimp.com/developer/transactional/api/messages/ */
const ERRORS: Record<string, Verdict["kind"]> = {
  Invalid_Key: "config_error",
  PaymentRequired: "config_error",
  Unknown_Subaccount: "config_error",
  ValidationError: "rejected",
};

/** Why a recipient was rejected: about the sender or the account. */
const CONFIG_REASONS = ["invalid-sender", "unsigned", "test-mode-limit"];
const RECIPIENT_REASONS = ["hard-bounce", "soft-bounce", "spam", "unsub", "custom", "invalid"];

/** A 200 has one result for each recipient. */
function judge({ status, json }: VendorResponse, mail?: Mail): Verdict | undefined {
  const kind = status >= 300 ? ERRORS[textAt(json, "name") ?? ""] : undefined;
  const results: unknown[] = status < 300 && Array.isArray(json) ? json : [];
  return results.length === 0 ? kind && { kind } : judgeByRecipient(results.map(answerIn), mail);
}

function answerIn(result: unknown): AnswerFor {
  const recipient = textAt(result, "email") ?? "";
  const id = textAt(result, "_id");
  const status = textAt(result, "status") ?? "";
  if (status !== "rejected" && status !== "invalid")
    return { recipient, kind: "accepted", ...(id === undefined ? {} : { id }) };
  const words = textAt(result, "reject_reason") ?? status;
  if (CONFIG_REASONS.includes(words)) return { recipient, kind: "config_error", words };
  return {
    recipient,
    words,
    ...(RECIPIENT_REASONS.includes(words) ? { kind: "recipient_error" } : UNLISTED),
  };
}

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["0._id"],
  errorPaths: ["message"],
  judge: (response) => judge(response),
};

/** https://mailchimp.com/developer/transactional/api/messages/send-new-message/. Has no idempotency key. */
export const mandrill = mailVendor({
  id: "mandrill",
  displayName: "Mandrill",
  docsUrl: "https://mailchimp.com/developer/transactional/api/messages/send-new-message/",
  rules: RULES,
  takes: { typeParameters: true },
  judgeRecipients: judge,
  // https://mailchimp.com/developer/transactional/api/users/ping-2/
  checkOf: (credentials) => ({
    url: `${addressOf(credentials, "https://mandrillapp.com")}/api/1.0/users/ping2.json`,
    method: "POST",
    json: { key: textOf(credentials, "apiKey") },
  }),
  requestOf: (mail, credentials) => ({
    url: `${addressOf(credentials, "https://mandrillapp.com")}/api/1.0/messages/send.json`,
    json: { key: textOf(credentials, "apiKey"), message: messageOf(mail), async: false },
  }),
});

function messageOf(mail: Mail): Record<string, unknown> {
  const files = filesOf(mail);
  const replyTo = mailboxList(mail.replyTo);
  return {
    from_email: mail.sender.address,
    from_name: mail.sender.name,
    to: [
      ...mail.to.map((mailbox) => recipientOf(mailbox, "to")),
      ...(mail.cc ?? []).map((mailbox) => recipientOf(mailbox, "cc")),
      ...(mail.bcc ?? []).map((mailbox) => recipientOf(mailbox, "bcc")),
    ],
    // All recipients of to and cc are shown, as in other mails.
    preserve_recipients: true,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: { ...mail.headers, ...(replyTo ? { "Reply-To": replyTo } : {}) },
    metadata: mail.customData,
    attachments: ifAny(files.filter(({ contentId }) => contentId === undefined).map(fileOf)),
    images: ifAny(files.filter(({ contentId }) => contentId !== undefined).map(fileOf)),
  };
}

function recipientOf({ address, name }: Mailbox, type: string): object {
  return { email: address, name, type };
}

/** The name of an image is its content id. */
function fileOf({ name, type, base64, contentId }: AttachedFile): object {
  return { type, name: contentId ?? name, content: base64 };
}
