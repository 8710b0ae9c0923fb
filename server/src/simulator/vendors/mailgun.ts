import { mailgun } from "../../providers/email/mailgun.ts";
import type { VendorCase } from "../vendor-case.ts";
import { mailgunWebhook } from "../webhooks/mailgun.ts";
import { FULL_MAIL, QUOTED_ADA, QUOTED_SENDER, SENDER } from "./full-mail.ts";

export const mailgunCase: VendorCase<"email"> = {
  provider: mailgun,
  credentials: { apiKey: "key-the-key", domain: "mg.example.com", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/v3/mg.example.com/messages",
    encoding: "form",
    needs: ["from|template", "to", "subject|template"],
    headers: { authorization: `Basic ${Buffer.from("api:key-the-key").toString("base64")}` },
    body: {
      from: QUOTED_SENDER,
      to: QUOTED_ADA,
      cc: "bob@example.com",
      bcc: "cem@example.com",
      "h:Reply-To": '"Help" <help@example.com>',
      subject: "Hi & bye",
      text: "Hi",
      html: "<b>Hi</b>",
      "h:X-Campaign": "spring",
      "v:order": "7",
      attachment: { name: "a.txt", type: "text/plain", text: "attached" },
      inline: { name: "logo", type: "image/png", text: "logo" },
    },
  },
  check: {
    method: "GET",
    path: "/v3/domains/mg.example.com",
    headers: { authorization: `Basic ${Buffer.from("api:key-the-key").toString("base64")}` },
    answer: { domain: { name: "mg.example.com", state: "active" } },
  },
  webhook: mailgunWebhook,
  responses: [
    {
      name: "queued",
      status: 200,
      body: { id: "<mg1@mg.example.com>", message: "Queued. Thank you." },
      outcome: "accepted",
      id: "<mg1@mg.example.com>",
    },
    { name: "wrong key (plain text)", status: 401, body: "Forbidden", outcome: "config_error" },
    {
      name: "unknown domain",
      status: 404,
      body: { message: "Domain not found: mg.example.com" },
      outcome: "config_error",
      reason: "Domain not found",
    },
    {
      name: "disabled account",
      status: 403,
      body: { message: "Domain mg.example.com is not allowed to send: Account disabled" },
      outcome: "config_error",
    },
    {
      name: "the limit of the account",
      status: 400,
      body: { message: "Domain mg.example.com is not allowed to send: recipient limit exceeded" },
      outcome: "config_error",
    },
    ...[420, 400, 403].map((status) => ({
      name: `the limit of the hour, with ${status}`,
      status,
      body: {
        message:
          "Domain mg.example.com is not allowed to send: recipient limit exceeded, try again after Sat, 01 Aug 2026 12:30:00 UTC",
      },
      outcome: "not_processed" as const,
      retryAfterMs: 1_800_000,
      reason: "try again after",
    })),
    {
      name: "the limit of the hour, as a time to wait",
      status: 420,
      body: { message: "Domain mg.example.com is not allowed to send: limit exceeded, try again in 58m" },
      outcome: "not_processed",
      retryAfterMs: 3_480_000,
    },
    {
      name: "invalid recipient",
      status: 400,
      body: { message: "to parameter is not a valid address. please check documentation" },
      outcome: "recipient_error",
    },
    {
      name: "invalid sender",
      status: 400,
      body: { message: "from parameter is not a valid address. please check documentation" },
      outcome: "config_error",
    },
    {
      name: "invalid message",
      status: 400,
      body: { message: "Need at least one of 'text', 'html', 'amp-html' or 'template' parameters specified" },
      outcome: "rejected",
    },
    {
      name: "too many requests",
      status: 429,
      body: { message: "Too many requests" },
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "invalid address of a copy",
      status: 400,
      body: { message: "cc parameter is not a valid address. please check documentation" },
      outcome: "not_processed",
      reason: "cc parameter",
      refused: ["bob@example.com"],
    },
  ],
};
