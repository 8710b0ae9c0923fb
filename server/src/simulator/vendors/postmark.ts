import { postmark } from "../../providers/email/postmark.ts";
import type { VendorCase } from "../vendor-case.ts";
import { postmarkWebhook } from "../webhooks/postmark.ts";
import { FULL_MAIL, QUOTED_ADA, QUOTED_SENDER, SENDER } from "./full-mail.ts";

export const postmarkCase: VendorCase<"email"> = {
  provider: postmark,
  credentials: { apiKey: "the-server-token", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/email",
    encoding: "json",
    needs: ["From", "To|Cc|Bcc", "HtmlBody|TextBody"],
    headers: { "x-postmark-server-token": "the-server-token" },
    body: {
      From: QUOTED_SENDER,
      To: QUOTED_ADA,
      Cc: "bob@example.com",
      Bcc: "cem@example.com",
      ReplyTo: '"Help" <help@example.com>',
      Subject: "Hi & bye",
      HtmlBody: "<b>Hi</b>",
      TextBody: "Hi",
      Headers: [{ Name: "X-Campaign", Value: "spring" }],
      Metadata: { order: "7" },
      Attachments: [
        { Name: "a.txt", Content: "YXR0YWNoZWQ=", ContentType: "text/plain" },
        { Name: "logo.png", Content: "bG9nbw==", ContentType: "image/png", ContentID: "cid:logo" },
      ],
    },
  },
  check: {
    method: "GET",
    path: "/server",
    headers: { "x-postmark-server-token": "the-server-token" },
    answer: { ID: 1, Name: "Production" },
  },
  webhook: postmarkWebhook,
  responses: [
    {
      name: "accepted",
      status: 200,
      body: { To: "ada@example.com", MessageID: "pm1", ErrorCode: 0, Message: "OK" },
      outcome: "accepted",
      id: "pm1",
    },
    {
      name: "inactive recipient",
      status: 422,
      body: {
        ErrorCode: 406,
        Message: "You tried to send to recipient(s) that have been marked as inactive.",
      },
      outcome: "recipient_error",
      reason: "marked as inactive",
    },
    {
      name: "wrong token",
      status: 401,
      body: { ErrorCode: 10, Message: "The Server Token you provided is not valid." },
      outcome: "config_error",
    },
    ...[400, 401, 405, 412, 413, 1235].map((ErrorCode) => ({
      name: `account or sender (${ErrorCode})`,
      status: 422,
      body: { ErrorCode, Message: "Not allowed." },
      outcome: "config_error" as const,
    })),
    {
      name: "invalid request",
      status: 422,
      body: { ErrorCode: 300, Message: "Zero recipients specified" },
      outcome: "rejected",
    },
    {
      name: "maintenance",
      status: 503,
      body: { ErrorCode: 100, Message: "The Postmark API is offline for maintenance." },
      outcome: "not_processed",
    },
    {
      name: "too many requests",
      status: 429,
      body: { ErrorCode: 429, Message: "Rate limit exceeded" },
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "an inactive copy",
      status: 200,
      body: {
        To: "ada@example.com",
        MessageID: "pm1",
        ErrorCode: 0,
        Message:
          "Message OK, but will not deliver to these inactive addresses: bob@example.com, cem@example.com. Inactive recipients are ones that have generated a hard bounce.",
      },
      outcome: "accepted",
      id: "pm1",
      refused: ["bob@example.com", "cem@example.com"],
    },
    {
      name: "an inactive recipient, and not a copy",
      status: 200,
      body: {
        MessageID: "pm1",
        ErrorCode: 0,
        Message: "Message OK, but will not deliver to these inactive addresses: ada@example.com.",
      },
      outcome: "recipient_error",
      reason: "inactive",
      refused: [],
    },
  ],
};
