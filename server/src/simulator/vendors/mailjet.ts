import { mailjet } from "../../providers/email/mailjet.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { mailjetWebhook } from "../webhooks/mailjet.ts";
import { FULL_MAIL, SENDER } from "./full-mail.ts";

const failure = (StatusCode: number, ErrorMessage: string, ErrorRelatedTo: string[]) => ({
  Messages: [
    { Status: "error", Errors: [{ ErrorCode: "send-0000", StatusCode, ErrorMessage, ErrorRelatedTo }] },
  ],
});

export const mailjetCase: VendorCase<"email"> = {
  provider: mailjet,
  credentials: { apiKey: "the-key", secretKey: "the-secret", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/v3.1/send",
    encoding: "json",
    needs: ["Messages.0.From.Email|Messages.0.TemplateID", "Messages.0.To.0.Email"],
    headers: { authorization: `Basic ${Buffer.from("the-key:the-secret").toString("base64")}` },
    body: {
      Messages: [
        {
          From: { Email: "hello@example.com", Name: "Example, Inc." },
          To: [{ Email: "ada@example.com", Name: 'Ada "L", Dr.' }],
          Cc: [{ Email: "bob@example.com" }],
          Bcc: [{ Email: "cem@example.com" }],
          ReplyTo: { Email: "help@example.com", Name: "Help" },
          Subject: "Hi & bye",
          HTMLPart: "<b>Hi</b>",
          TextPart: "Hi",
          Headers: { "X-Campaign": "spring" },
          CustomID: KEY,
          EventPayload: '{"order":"7"}',
          Attachments: [{ Filename: "a.txt", ContentType: "text/plain", Base64Content: "YXR0YWNoZWQ=" }],
          InlinedAttachments: [
            { Filename: "logo.png", ContentType: "image/png", Base64Content: "bG9nbw==", ContentID: "logo" },
          ],
        },
      ],
    },
  },
  check: {
    method: "GET",
    path: "/v3/REST/sender?Limit=1",
    headers: { authorization: `Basic ${Buffer.from("the-key:the-secret").toString("base64")}` },
    answer: { Count: 0, Data: [], Total: 0 },
  },
  webhook: mailjetWebhook,
  responses: [
    {
      name: "accepted",
      status: 200,
      body: { Messages: [{ Status: "success", To: [{ MessageUUID: "mj1", MessageID: 1 }] }] },
      outcome: "accepted",
      id: "mj1",
    },
    {
      name: "200 with an error",
      status: 200,
      body: failure(400, 'At least "HTMLPart", "TextPart" or "TemplateID" must be provided.', ["HTMLPart"]),
      outcome: "rejected",
      reason: "must be provided",
    },
    {
      name: "invalid recipient",
      status: 400,
      body: failure(400, '"ada@" is an invalid email address.', ["To[0].Email"]),
      outcome: "recipient_error",
    },
    {
      name: "sender is not validated",
      status: 403,
      body: failure(403, '"hello@example.com" is not an authorized sender email address for your account.', [
        "From",
      ]),
      outcome: "config_error",
      reason: "authorized sender",
    },
    {
      name: "wrong key",
      status: 401,
      body: {
        ErrorIdentifier: "1",
        ErrorCode: "mj-0002",
        ErrorMessage: "API key is invalid.",
        StatusCode: 401,
      },
      outcome: "config_error",
      reason: "API key is invalid",
    },
    {
      name: "invalid message",
      status: 400,
      body: failure(400, "Type mismatch.", ["HTMLPart"]),
      outcome: "rejected",
    },
    { name: "too many requests", status: 429, outcome: "not_processed", isThrottled: true },
    {
      name: "invalid address of a copy",
      status: 400,
      body: failure(400, '"bob@" is an invalid email address.', ["Cc[0].Email"]),
      outcome: "not_processed",
      reason: "invalid email address",
      refused: ["bob@example.com"],
    },
  ],
};
