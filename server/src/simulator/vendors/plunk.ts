import { plunk } from "../../providers/email/plunk.ts";
import type { VendorCase } from "../vendor-case.ts";
import { FULL_MAIL, SENDER } from "./full-mail.ts";

export const plunkCase: VendorCase<"email"> = {
  provider: plunk,
  credentials: { apiKey: "sk_the-key", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/v1/send",
    headers: { authorization: "Bearer sk_the-key", "content-type": "application/json" },
    needs: ["to", "subject|template", "body|template"],
    body: {
      to: [
        { email: "ada@example.com", name: 'Ada "L", Dr.' },
        { email: "bob@example.com" },
        { email: "cem@example.com" },
      ],
      from: { email: "hello@example.com", name: "Example, Inc." },
      reply: "help@example.com",
      subject: "Hi & bye",
      body: "<b>Hi</b>",
      headers: { "X-Campaign": "spring" },
      attachments: [
        { filename: "a.txt", content: "YXR0YWNoZWQ=", contentType: "text/plain" },
        { filename: "logo.png", content: "bG9nbw==", contentType: "image/png" },
      ],
    },
  },
  check: {
    method: "POST",
    path: "/v1/send",
    headers: { authorization: "Bearer sk_the-key" },
    body: {},
    status: 400,
    answer: { code: 400, error: "Bad Request", message: "Required", time: 1 },
  },
  responses: [
    {
      name: "accepted",
      status: 200,
      body: { success: true, emails: [{ contact: { id: "c1", email: "ada@example.com" }, email: "e1" }] },
      outcome: "accepted",
      id: "e1",
    },
    {
      name: "accepted, in an envelope",
      status: 200,
      body: { success: true, data: { emails: [{ id: "e1", to: "ada@example.com", status: "queued" }] } },
      outcome: "accepted",
      id: "e1",
    },
    { name: "200 that is a failure", status: 200, body: { success: false }, outcome: "rejected" },
    {
      name: "wrong key",
      status: 401,
      body: { code: 401, error: "Unauthorized", message: "Incorrect Bearer token specified", time: 1 },
      outcome: "config_error",
      reason: "Incorrect Bearer token",
    },
    {
      name: "domain is not verified",
      status: 400,
      body: { code: 400, error: "Bad Request", message: "Domain is not verified", time: 1 },
      outcome: "config_error",
    },
    {
      name: "invalid request",
      status: 400,
      body: { code: 400, error: "Bad Request", message: "Subject is required", time: 1 },
      outcome: "rejected",
    },
  ],
};
