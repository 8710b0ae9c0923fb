import { sparkpost } from "../../providers/email/sparkpost.ts";
import type { VendorCase } from "../vendor-case.ts";
import { FULL_MAIL, QUOTED_ADA, SENDER } from "./full-mail.ts";

export const sparkpostCase: VendorCase<"email"> = {
  provider: sparkpost,
  credentials: { apiKey: "sparkpost-key", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/api/v1/transmissions",
    encoding: "json",
    needs: ["recipients", "content"],
    headers: { authorization: "sparkpost-key" },
    body: {
      options: { transactional: true },
      metadata: { order: "7" },
      recipients: ["ada", "bob", "cem"].map((name) => ({
        address: { email: `${name}@example.com`, header_to: QUOTED_ADA },
      })),
      content: {
        from: { email: "hello@example.com", name: "Example, Inc." },
        reply_to: '"Help" <help@example.com>',
        subject: "Hi & bye",
        html: "<b>Hi</b>",
        text: "Hi",
        headers: { "X-Campaign": "spring", CC: "bob@example.com" },
        attachments: [{ name: "a.txt", type: "text/plain", data: "YXR0YWNoZWQ=" }],
        inline_images: [{ name: "logo", type: "image/png", data: "bG9nbw==" }],
      },
    },
  },
  check: {
    method: "GET",
    path: "/api/v1/account",
    headers: { authorization: "sparkpost-key" },
    answer: { results: { status: "active" } },
  },
  deduplication: {
    keyAt: ["headers.idempotency-key"],
    forMs: 24 * 3_600_000,
    otherBody: "the key was used before, with another body: the mail was sent",
  },
  responses: [
    {
      name: "accepted",
      status: 200,
      body: {
        results: { total_rejected_recipients: 0, total_accepted_recipients: 3, id: "11668787484950529" },
      },
      outcome: "accepted",
      id: "11668787484950529",
    },
    {
      name: "the key was used before, with another body: the mail was sent",
      status: 409,
      body: {
        errors: [
          {
            message: "idempotency key conflict",
            description: "already used with another payload",
            code: "1600",
          },
        ],
      },
      outcome: "accepted",
    },
    {
      name: "the key is in use",
      status: 409,
      body: {
        errors: [
          { message: "idempotent request", description: "the first request is in progress", code: "1601" },
        ],
      },
      outcome: "ambiguous",
    },
    {
      name: "200 without an accepted recipient",
      status: 200,
      body: { results: { total_rejected_recipients: 1, total_accepted_recipients: 0, id: "1" } },
      outcome: "recipient_error",
    },
    {
      name: "suppressed recipient",
      status: 400,
      body: {
        errors: [
          {
            message: "Message generation rejected",
            description: "recipient address suppressed due to customer policy",
            code: "1902",
          },
        ],
      },
      outcome: "recipient_error",
      reason: "suppressed",
    },
    {
      name: "unknown sending domain",
      status: 400,
      body: {
        errors: [
          {
            message: "Invalid domain",
            description: "Unconfigured Sending Domain <example.com>",
            code: "7001",
          },
        ],
      },
      outcome: "config_error",
    },
    {
      name: "invalid message",
      status: 422,
      body: { errors: [{ message: "required field is missing", description: "content", code: "1400" }] },
      outcome: "rejected",
    },
    {
      name: "sending limit",
      status: 420,
      body: { errors: [{ message: "Exceed Sending Limit (daily)", code: "2102" }] },
      outcome: "not_processed",
      isQuotaUsedUp: true,
    },
    {
      name: "wrong key",
      status: 401,
      body: { errors: [{ message: "Unauthorized." }] },
      outcome: "config_error",
    },
    {
      name: "too many requests",
      status: 429,
      body: { errors: [{ message: "Too many requests" }] },
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "a copy rejected without its name",
      status: 200,
      body: {
        errors: [{ message: "transmission created, but with validation errors", code: "2000" }],
        results: {
          rcpt_to_errors: [
            { message: "required field is missing", description: "address.email", code: "1400" },
          ],
          total_rejected_recipients: 1,
          total_accepted_recipients: 2,
          id: "11668787484950530",
        },
      },
      outcome: "accepted",
      id: "11668787484950530",
      refused: [undefined],
    },
    {
      name: "a copy rejected by name",
      status: 200,
      body: {
        results: {
          rcpt_to_errors: [{ message: "Invalid recipient <bob@example.com>.", code: "1400" }],
          total_rejected_recipients: 1,
          total_accepted_recipients: 2,
          id: "1",
        },
      },
      outcome: "accepted",
      refused: ["bob@example.com"],
    },
  ],
};
