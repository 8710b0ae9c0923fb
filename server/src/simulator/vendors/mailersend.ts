import { mailersend } from "../../providers/email/mailersend.ts";
import type { VendorCase } from "../vendor-case.ts";
import { FULL_MAIL, SENDER } from "./full-mail.ts";

const invalid = (property: string, sentence: string) => ({
  message: "The given data was invalid.",
  errors: { [property]: [sentence] },
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
    needs: ["from.email", "to.0.email", "subject"],
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
  ],
};
