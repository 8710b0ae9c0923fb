import { mailersend } from "../../providers/email/mailersend.ts";
import type { VendorCase } from "../vendor-case.ts";
import { FULL_MAIL, SENDER } from "./full-mail.ts";

const invalid = (property: string, sentence: string) => ({
  message: "The given data was invalid.",
  errors: { [property]: [sentence] },
});

/** https://www.mailersend.com/help/rest-api-response-codes */
const suppressed = (type: string, ...emails: string[]) => ({
  message: "There are some warnings for your request.",
  warnings: [
    {
      type,
      message: "Recipients have been suppressed.",
      recipients: emails.map((email) => ({ email, name: null, reasons: ["hard_bounced"] })),
    },
  ],
});

export const mailersendCase: VendorCase<"email"> = {
  provider: mailersend,
  credentials: { apiKey: "mlsn.the-key", ...SENDER },
  // Headers that every mail has are not sent.
  message: {
    ...FULL_MAIL,
    headers: {
      ...FULL_MAIL.headers,
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": "<https://example.org/u>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  },
  request: {
    path: "/v1/email",
    encoding: "json",
    needs: ["from.email|template_id", "to.0.email", "subject|template_id"],
    headers: { authorization: "Bearer mlsn.the-key" },
    body: {
      from: { email: "hello@example.com", name: "Example, Inc." },
      to: [{ email: "ada@example.com", name: 'Ada "L"  Dr.' }],
      cc: [{ email: "bob@example.com" }],
      bcc: [{ email: "cem@example.com" }],
      reply_to: { email: "help@example.com", name: "Help" },
      subject: "Hi & bye",
      html: "<b>Hi</b>",
      text: "Hi",
      tags: ["order:7"],
      headers: [{ name: "X-Campaign", value: "spring" }],
      attachments: [
        { filename: "a.txt", content: "YXR0YWNoZWQ=", disposition: "attachment" },
        { filename: "logo.png", content: "bG9nbw==", disposition: "inline", id: "logo" },
      ],
    },
  },
  check: {
    method: "GET",
    path: "/v1/api-quota",
    headers: { authorization: "Bearer mlsn.the-key" },
    answer: { quota: 10, remaining: 5 },
  },
  responses: [
    { name: "queued", status: 202, headers: { "x-message-id": "ms1" }, outcome: "accepted", id: "ms1" },
    {
      name: "sender is not verified",
      status: 422,
      body: invalid("from.email", "The from.email domain must be verified in your account. #MS42207"),
      outcome: "config_error",
    },
    {
      name: "invalid recipient",
      status: 422,
      body: invalid("to.0.email", "The to.0.email must be a valid email address."),
      outcome: "recipient_error",
    },
    {
      name: "limit of a trial account",
      status: 422,
      body: { message: "You have reached trial account unique recipients limit. #MS42225", errors: {} },
      outcome: "config_error",
      reason: "trial account",
    },
    {
      name: "invalid message",
      status: 422,
      body: invalid("subject", "The subject field is required."),
      outcome: "rejected",
    },
    { name: "wrong token", status: 401, body: { message: "Unauthenticated." }, outcome: "config_error" },
    { name: "maintenance", status: 421, outcome: "not_processed" },
    {
      name: "too many requests",
      status: 429,
      headers: { "retry-after": "59" },
      body: { message: "Too Many Attempts." },
      outcome: "not_processed",
      retryAfterMs: 59_000,
      isThrottled: true,
    },
    {
      name: "a copy suppressed",
      status: 202,
      headers: { "x-message-id": "ms1" },
      body: suppressed("SOME_SUPPRESSED", "bob@example.com"),
      outcome: "accepted",
      id: "ms1",
      refused: ["bob@example.com"],
    },
    {
      name: "the recipient suppressed, and not a copy",
      status: 202,
      headers: { "x-message-id": "ms1" },
      body: suppressed("SOME_SUPPRESSED", "ada@example.com"),
      outcome: "recipient_error",
      reason: "suppressed",
      refused: [],
    },
    {
      name: "all suppressed, nothing is sent",
      status: 202,
      body: suppressed("ALL_SUPPRESSED", "ada@example.com", "bob@example.com", "cem@example.com"),
      outcome: "recipient_error",
    },
    {
      name: "invalid address of a copy",
      status: 422,
      body: invalid("bcc.0.email", "The bcc.0.email must be a valid email address."),
      outcome: "not_processed",
      refused: ["cem@example.com"],
    },
  ],
};
