import { resend } from "../../providers/email/resend.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { resendWebhook } from "../webhooks/resend.ts";
import { FULL_MAIL, QUOTED_ADA, QUOTED_SENDER, SENDER } from "./full-mail.ts";

export const resendCase: VendorCase<"email"> = {
  provider: resend,
  credentials: { apiKey: "re_the-key", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/emails",
    encoding: "json",
    needs: ["from", "to", "subject|template"],
    headers: { authorization: "Bearer re_the-key", "idempotency-key": KEY },
    body: {
      from: QUOTED_SENDER,
      to: [QUOTED_ADA],
      cc: ["bob@example.com"],
      bcc: ["cem@example.com"],
      reply_to: '"Help" <help@example.com>',
      subject: "Hi & bye",
      html: "<b>Hi</b>",
      text: "Hi",
      headers: { "X-Campaign": "spring" },
      tags: [{ name: "order", value: "7" }],
      attachments: [
        { filename: "a.txt", content: "YXR0YWNoZWQ=", content_type: "text/plain" },
        { filename: "logo.png", content: "bG9nbw==", content_type: "image/png", content_id: "logo" },
      ],
    },
  },
  check: {
    method: "GET",
    path: "/domains",
    headers: { authorization: "Bearer re_the-key" },
    answer: { data: [] },
  },
  deduplication: {
    keyAt: ["headers.idempotency-key"],
    forMs: 24 * 3_600_000,
    otherBody: "the key was used before, with another body: the mail was sent",
  },
  webhook: resendWebhook,
  responses: [
    { name: "accepted", status: 200, body: { id: "re1" }, outcome: "accepted", id: "re1" },
    {
      name: "the key was used before, with another body: the mail was sent",
      status: 409,
      body: {
        statusCode: 409,
        name: "invalid_idempotent_request",
        message: "Same idempotency key used with a different request payload.",
      },
      outcome: "accepted",
    },
    {
      name: "the key is in use",
      status: 409,
      body: {
        statusCode: 409,
        name: "concurrent_idempotent_requests",
        message: "Same idempotency key used while original request is still in progress.",
      },
      outcome: "ambiguous",
    },
    {
      name: "domain is not verified",
      status: 403,
      body: { statusCode: 403, name: "validation_error", message: "The example.com domain is not verified." },
      outcome: "config_error",
      reason: "not verified",
    },
    {
      name: "invalid sender",
      status: 422,
      body: { statusCode: 422, name: "invalid_from_address", message: "Invalid `from` field." },
      outcome: "config_error",
    },
    {
      name: "invalid field",
      status: 422,
      body: { statusCode: 422, name: "missing_required_field", message: "Missing `subject` field." },
      outcome: "rejected",
    },
    {
      name: "too many requests",
      status: 429,
      headers: { "retry-after": "1" },
      body: { statusCode: 429, name: "rate_limit_exceeded", message: "Too many requests." },
      outcome: "not_processed",
      retryAfterMs: 1_000,
      isThrottled: true,
    },
    {
      name: "quota of the day",
      status: 429,
      body: { statusCode: 429, name: "daily_quota_exceeded", message: "You have reached your daily quota." },
      outcome: "not_processed",
      isQuotaUsedUp: true,
    },
    {
      name: "quota of the month",
      status: 429,
      body: {
        statusCode: 429,
        name: "monthly_quota_exceeded",
        message: "You have reached your monthly quota.",
      },
      outcome: "config_error",
    },
  ],
};
