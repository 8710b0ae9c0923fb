import { sendinblue } from "../../providers/email/sendinblue.ts";
import { uuidOf } from "../../providers/uuid-of.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { sendinblueWebhook } from "../webhooks/sendinblue.ts";
import { FULL_MAIL, SENDER } from "./full-mail.ts";

export const sendinblueCase: VendorCase<"email"> = {
  provider: sendinblue,
  credentials: { apiKey: "xkeysib-the-key", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/v3/smtp/email",
    encoding: "json",
    needs: ["sender|templateId", "to.0.email|messageVersions", "subject|templateId|messageVersions"],
    headers: { "api-key": "xkeysib-the-key" },
    body: {
      sender: { email: "hello@example.com", name: "Example, Inc." },
      to: [{ email: "ada@example.com", name: 'Ada "L", Dr.' }],
      cc: [{ email: "bob@example.com" }],
      bcc: [{ email: "cem@example.com" }],
      replyTo: { email: "help@example.com", name: "Help" },
      subject: "Hi & bye",
      htmlContent: "<b>Hi</b>",
      textContent: "Hi",
      headers: { "X-Mailin-custom": '{"order":"7"}', "X-Campaign": "spring", idempotencyKey: uuidOf(KEY) },
      attachment: [
        { name: "a.txt", content: "YXR0YWNoZWQ=" },
        { name: "logo.png", content: "bG9nbw==" },
      ],
    },
  },
  check: {
    method: "GET",
    path: "/v3/account",
    headers: { "api-key": "xkeysib-the-key" },
    answer: { email: "a@example.com" },
  },
  deduplication: {
    keyAt: ["body.headers.idempotencyKey"],
    forMs: 30 * 60_000,
    again: "the key was used before: the mail was sent",
  },
  webhook: sendinblueWebhook,
  responses: [
    {
      name: "accepted",
      status: 201,
      body: { messageId: "<br1@smtp-relay.mailin.fr>" },
      outcome: "accepted",
      id: "<br1@smtp-relay.mailin.fr>",
    },
    {
      name: "the key was used before: the mail was sent",
      status: 400,
      body: { code: "duplicate_parameter", message: "Idempotency key already used" },
      outcome: "accepted",
    },
    {
      name: "an account that was suspended",
      status: 400,
      body: { code: "invalid_parameter", message: "Your SMTP account is suspended" },
      outcome: "config_error",
    },
    {
      name: "wrong key",
      status: 401,
      body: { code: "unauthorized", message: "Key not found" },
      outcome: "config_error",
      reason: "Key not found",
    },
    {
      name: "no credits",
      status: 402,
      body: { code: "not_enough_credits", message: "Not enough credits" },
      outcome: "config_error",
    },
    {
      name: "invalid recipient",
      status: 400,
      body: { code: "invalid_parameter", message: "email is not valid in to" },
      outcome: "recipient_error",
    },
    {
      name: "invalid sender",
      status: 400,
      body: { code: "invalid_parameter", message: "sender not valid" },
      outcome: "config_error",
    },
    {
      name: "invalid message",
      status: 400,
      body: { code: "missing_parameter", message: "subject is missing" },
      outcome: "rejected",
    },
    {
      name: "too many requests",
      status: 429,
      headers: { "x-sib-ratelimit-reset": "12" },
      body: { code: "too_many_requests", message: "Too many requests" },
      outcome: "not_processed",
      retryAfterMs: 12_000,
      isThrottled: true,
    },
    {
      name: "invalid address of a copy",
      status: 400,
      body: { code: "invalid_parameter", message: "email is not valid in bcc" },
      outcome: "not_processed",
      refused: ["cem@example.com"],
    },
    {
      name: "a repeated request",
      status: 400,
      body: { code: "duplicate_request", message: "Request already processed" },
      outcome: "accepted",
    },
  ],
};
