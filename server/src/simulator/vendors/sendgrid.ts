import { sendgrid } from "../../providers/email/sendgrid.ts";
import { NOW, type VendorCase } from "../vendor-case.ts";
import { sendgridWebhook } from "../webhooks/sendgrid.ts";
import { FULL_MAIL, SENDER } from "./full-mail.ts";

export const sendgridCase: VendorCase<"email"> = {
  provider: sendgrid,
  credentials: { apiKey: "SG.the-key", ...SENDER, ipPoolName: "pool" },
  message: { ...FULL_MAIL, bcc: [{ address: "cem@example.com" }, { address: "Ada@example.com" }] },
  request: {
    path: "/v3/mail/send",
    encoding: "json",
    needs: [
      "from.email",
      "personalizations.0.to.0.email",
      "subject|personalizations.0.subject|template_id",
      "content.0.value|template_id",
    ],
    headers: { authorization: "Bearer SG.the-key" },
    body: {
      personalizations: [
        {
          to: [{ email: "ada@example.com", name: 'Ada "L", Dr.' }],
          cc: [{ email: "bob@example.com" }],
          bcc: [{ email: "cem@example.com" }],
        },
      ],
      from: { email: "hello@example.com", name: "Example, Inc." },
      reply_to: { email: "help@example.com", name: "Help" },
      subject: "Hi & bye",
      content: [
        { type: "text/plain", value: "Hi" },
        { type: "text/html", value: "<b>Hi</b>" },
      ],
      attachments: [
        { content: "YXR0YWNoZWQ=", filename: "a.txt", type: "text/plain", disposition: "attachment" },
        {
          content: "bG9nbw==",
          filename: "logo.png",
          type: "image/png",
          disposition: "inline",
          content_id: "logo",
        },
      ],
      headers: { "X-Campaign": "spring" },
      custom_args: { order: "7" },
      ip_pool_name: "pool",
    },
  },
  check: {
    method: "GET",
    path: "/v3/scopes",
    headers: { authorization: "Bearer SG.the-key" },
    answer: { scopes: ["mail.send"] },
  },
  webhook: sendgridWebhook,
  responses: [
    { name: "queued", status: 202, headers: { "x-message-id": "sg1" }, outcome: "accepted", id: "sg1" },
    {
      name: "invalid recipient",
      status: 400,
      body: {
        errors: [
          {
            message: "Does not contain a valid address.",
            field: "personalizations.0.to.0.email",
            help: null,
          },
        ],
      },
      outcome: "recipient_error",
      reason: "Does not contain a valid address.",
    },
    {
      name: "invalid sender",
      status: 400,
      body: { errors: [{ message: "Does not contain a valid address.", field: "from.email", help: null }] },
      outcome: "config_error",
    },
    {
      name: "content is refused",
      status: 400,
      body: {
        errors: [{ message: "The content value must be a string at least one character in length." }],
      },
      outcome: "rejected",
    },
    {
      name: "sender is not verified",
      status: 403,
      body: { errors: [{ message: "The from address does not match a verified Sender Identity." }] },
      outcome: "config_error",
      reason: "verified Sender Identity",
    },
    {
      name: "no credits",
      status: 401,
      body: { errors: [{ message: "Maximum credits exceeded", field: null, help: null }] },
      outcome: "config_error",
    },
    {
      name: "too many requests",
      status: 429,
      headers: { "x-ratelimit-reset": String(NOW.getTime() / 1_000 + 12) },
      body: { errors: [{ message: "too many requests" }] },
      outcome: "not_processed",
      retryAfterMs: 12_000,
      isThrottled: true,
    },
    {
      name: "invalid address of a copy",
      status: 400,
      body: {
        errors: [{ message: "Does not contain a valid address.", field: "personalizations.0.cc.0.email" }],
      },
      outcome: "not_processed",
      reason: "Does not contain a valid address.",
      refused: ["bob@example.com"],
    },
  ],
};
