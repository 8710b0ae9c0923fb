import { mailtrap } from "../../providers/email/mailtrap.ts";
import type { VendorCase } from "../vendor-case.ts";
import { FULL_MAIL, SENDER } from "./full-mail.ts";

export const mailtrapCase: VendorCase<"email"> = {
  provider: mailtrap,
  credentials: { apiKey: "the-mailtrap-token", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/api/send",
    encoding: "json",
    needs: ["from.email", "to.0.email|cc.0.email|bcc.0.email", "subject|template_uuid"],
    headers: { authorization: "Bearer the-mailtrap-token" },
    body: {
      from: { email: "hello@example.com", name: "Example, Inc." },
      to: [{ email: "ada@example.com", name: 'Ada "L", Dr.' }],
      cc: [{ email: "bob@example.com" }],
      bcc: [{ email: "cem@example.com" }],
      reply_to: { email: "help@example.com", name: "Help" },
      subject: "Hi & bye",
      html: "<b>Hi</b>",
      text: "Hi",
      headers: { "X-Campaign": "spring" },
      custom_variables: { order: "7" },
      attachments: [
        { filename: "a.txt", content: "YXR0YWNoZWQ=", type: "text/plain", disposition: "attachment" },
        {
          filename: "logo.png",
          content: "bG9nbw==",
          type: "image/png",
          disposition: "inline",
          content_id: "logo",
        },
      ],
    },
  },
  check: {
    method: "GET",
    path: "/api/accounts",
    headers: { authorization: "Bearer the-mailtrap-token" },
    answer: [],
  },
  responses: [
    {
      name: "accepted",
      status: 200,
      body: { success: true, message_ids: ["mt1"] },
      outcome: "accepted",
      id: "mt1",
    },
    {
      name: "200 that is a failure",
      status: 200,
      body: { success: false, errors: ["'subject' is required"] },
      outcome: "rejected",
    },
    {
      name: "invalid message",
      status: 400,
      body: { success: false, errors: ["'subject' is required"] },
      outcome: "rejected",
      reason: "'subject' is required",
    },
    {
      name: "wrong token",
      status: 401,
      body: { success: false, errors: ["Unauthorized"] },
      outcome: "config_error",
    },
    {
      name: "domain is not allowed",
      status: 403,
      body: { success: false, errors: ["Forbidden"] },
      outcome: "config_error",
    },
    {
      name: "too many requests",
      status: 429,
      body: { success: false, errors: ["Rate limit exceeded"] },
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "an error that names a copy",
      status: 400,
      body: { success: false, errors: ["'bob@example.com' is not a valid address"] },
      outcome: "not_processed",
      reason: "not a valid address",
      refused: ["bob@example.com"],
    },
    {
      name: "an error that names the recipient",
      status: 400,
      body: { success: false, errors: ["'ada@example.com' is not a valid address"] },
      outcome: "recipient_error",
    },
  ],
};
