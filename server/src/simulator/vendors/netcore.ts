import { netcore } from "../../providers/email/netcore.ts";
import type { VendorCase } from "../vendor-case.ts";
import { FULL_MAIL, SENDER } from "./full-mail.ts";

export const netcoreCase: VendorCase<"email"> = {
  provider: netcore,
  credentials: { apiKey: "the-key", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/v5.1/mail/send",
    headers: { api_key: "the-key", "content-type": "application/json" },
    needs: ["from", "subject", "content", "personalizations"],
    body: {
      from: { email: "hello@example.com", name: "Example, Inc." },
      reply_to: "help@example.com",
      subject: "Hi & bye",
      content: [{ type: "html", value: "<b>Hi</b>" }],
      attachments: [
        { name: "a.txt", content: "YXR0YWNoZWQ=" },
        { name: "logo.png", content: "bG9nbw==" },
      ],
      personalizations: [
        {
          to: [{ email: "ada@example.com", name: 'Ada "L", Dr.' }],
          cc: [{ email: "bob@example.com" }],
          bcc: [{ email: "cem@example.com" }],
          headers: { "X-Campaign": "spring" },
        },
      ],
    },
  },
  responses: [
    {
      name: "accepted",
      status: 202,
      body: { status: "success", message: "OK", data: { message_id: "n1" } },
      outcome: "accepted",
      id: "n1",
    },
    {
      name: "wrong key",
      status: 401,
      body: { status: "error", message: "Unauthorized", error_info: [{ message: "The API key is invalid" }] },
      outcome: "config_error",
      reason: "The API key is invalid",
    },
    {
      name: "invalid request",
      status: 400,
      body: { status: "error", error_info: [{ message: "Subject is missing", field: "subject" }] },
      outcome: "rejected",
      reason: "Subject is missing",
    },
    {
      name: "200 that is an error",
      status: 200,
      body: { status: "error", message: "No." },
      outcome: "rejected",
    },
  ],
};
