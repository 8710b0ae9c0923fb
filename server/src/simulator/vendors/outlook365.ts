import { outlook365 } from "../../providers/email/outlook365.ts";
import { textAt } from "../../providers/json-path.ts";
import type { VendorCase } from "../vendor-case.ts";
import { FULL_MAIL, SENDER } from "./full-mail.ts";

const error = (code: string, message = "No.") => ({ error: { code, message } });

export const outlook365Case: VendorCase<"email"> = {
  provider: outlook365,
  credentials: {
    domain: "contoso.example",
    clientId: "the-client",
    secretKey: "the-client-secret",
    ...SENDER,
  },
  message: FULL_MAIL,
  answersBefore: {
    "/contoso.example/oauth2/v2.0/token": {
      token_type: "Bearer",
      expires_in: 3_599,
      access_token: "the-token",
    },
  },
  verifyBefore: ({ body }) =>
    textAt(body, "client_secret") === "the-client-secret" ? undefined : "client_secret is wrong",
  request: {
    path: "/v1.0/users/hello%40example.com/sendMail",
    headers: { authorization: "Bearer the-token", "content-type": "application/json" },
    needs: ["message.toRecipients|message.ccRecipients|message.bccRecipients"],
    body: {
      message: {
        subject: "Hi & bye",
        body: { contentType: "HTML", content: "<b>Hi</b>" },
        from: { emailAddress: { address: "hello@example.com", name: "Example, Inc." } },
        toRecipients: [{ emailAddress: { address: "ada@example.com", name: 'Ada "L", Dr.' } }],
        ccRecipients: [{ emailAddress: { address: "bob@example.com" } }],
        bccRecipients: [{ emailAddress: { address: "cem@example.com" } }],
        replyTo: [{ emailAddress: { address: "help@example.com", name: "Help" } }],
        internetMessageHeaders: [{ name: "X-Campaign", value: "spring" }],
        attachments: [
          {
            "@odata.type": "#microsoft.graph.fileAttachment",
            name: "a.txt",
            contentType: "text/plain",
            contentBytes: "YXR0YWNoZWQ=",
            isInline: false,
          },
          {
            "@odata.type": "#microsoft.graph.fileAttachment",
            name: "logo.png",
            contentType: "image/png",
            contentBytes: "bG9nbw==",
            isInline: true,
            contentId: "logo",
          },
        ],
      },
      saveToSentItems: false,
    },
  },
  responses: [
    { name: "accepted", status: 202, outcome: "accepted" },
    {
      name: "no such mailbox",
      status: 404,
      body: error("ErrorInvalidUser", "The requested user 'hello@example.com' is invalid."),
      outcome: "config_error",
      reason: "is invalid",
    },
    { name: "not allowed", status: 403, body: error("ErrorAccessDenied"), outcome: "config_error" },
    {
      name: "not allowed as this sender",
      status: 400,
      body: error("ErrorSendAsDenied"),
      outcome: "config_error",
    },
    {
      name: "invalid recipient",
      status: 400,
      body: error("ErrorInvalidRecipients"),
      outcome: "recipient_error",
    },
    { name: "invalid request", status: 400, body: error("BadRequest", "Bad request"), outcome: "rejected" },
    {
      name: "token is refused twice",
      status: 401,
      body: error("InvalidAuthenticationToken"),
      outcome: "config_error",
    },
    {
      name: "throttled",
      status: 429,
      headers: { "retry-after": "10" },
      body: error("ApplicationThrottled"),
      outcome: "not_processed",
      retryAfterMs: 10_000,
      isThrottled: true,
    },
    {
      name: "an invalid copy",
      status: 400,
      body: error("ErrorInvalidRecipients", "Recipient 'bob@example.com' is not resolved."),
      outcome: "not_processed",
      refused: ["bob@example.com"],
    },
  ],
};
