import { ses } from "../../providers/email/ses.ts";
import type { VendorCase } from "../vendor-case.ts";
import { signedByAws } from "../verify-signature.ts";
import { sesWebhook } from "../webhooks/ses.ts";
import { FULL_MAIL, QUOTED_ADA, SENDER } from "./full-mail.ts";

const ACCESS = {
  accessKeyId: "AKIDEXAMPLE",
  secretKey: "the-secret",
  region: "eu-central-1",
  service: "ses",
};

export const sesCase: VendorCase<"email"> = {
  provider: ses,
  credentials: {
    apiKey: "AKIDEXAMPLE",
    secretKey: "the-secret",
    region: "eu-central-1",
    ...SENDER,
    senderName: "Größe",
  },
  message: FULL_MAIL,
  request: {
    path: "/v2/email/outbound-emails",
    encoding: "json",
    needs: [
      "FromEmailAddress|Content.Raw|Content.Template",
      "Destination|Content.Raw",
      "Content.Simple|Content.Raw|Content.Template",
    ],
    // The signature depends on the port of the receiver.
    headers: { "x-amz-date": "20260801T120000Z", "content-type": "application/json" },
    verify: signedByAws(ACCESS),
    body: {
      FromEmailAddress: `=?UTF-8?B?${Buffer.from("Größe").toString("base64")}?= <hello@example.com>`,
      Destination: {
        ToAddresses: [QUOTED_ADA],
        CcAddresses: ["bob@example.com"],
        BccAddresses: ["cem@example.com"],
      },
      ReplyToAddresses: ['"Help" <help@example.com>'],
      EmailTags: [{ Name: "order", Value: "7" }],
      Content: {
        Simple: {
          Subject: { Data: "Hi & bye", Charset: "UTF-8" },
          Body: { Html: { Data: "<b>Hi</b>", Charset: "UTF-8" }, Text: { Data: "Hi", Charset: "UTF-8" } },
          Headers: [{ Name: "X-Campaign", Value: "spring" }],
          Attachments: [
            {
              FileName: "a.txt",
              ContentType: "text/plain",
              RawContent: "YXR0YWNoZWQ=",
              ContentDisposition: "ATTACHMENT",
              ContentTransferEncoding: "BASE64",
            },
            {
              FileName: "logo.png",
              ContentType: "image/png",
              RawContent: "bG9nbw==",
              ContentDisposition: "INLINE",
              ContentId: "logo",
              ContentTransferEncoding: "BASE64",
            },
          ],
        },
      },
    },
  },
  check: {
    method: "GET",
    path: "/v2/email/account",
    headers: { "x-amz-date": "20260801T120000Z" },
    answer: { SendingEnabled: true },
  },
  webhook: sesWebhook,
  responses: [
    { name: "accepted", status: 200, body: { MessageId: "ses1" }, outcome: "accepted", id: "ses1" },
    {
      name: "sender is not verified",
      status: 400,
      headers: { "x-amzn-errortype": "MessageRejected" },
      body: {
        message:
          "Email address is not verified. The following identities failed the check in region EU-CENTRAL-1",
      },
      outcome: "config_error",
      reason: "not verified",
    },
    {
      name: "message is refused",
      status: 400,
      headers: { "x-amzn-errortype": "MessageRejected:http://internal.amazon.com/coral/" },
      body: { message: "The message contains a virus" },
      outcome: "rejected",
    },
    ...["AccountSuspendedException", "SendingPausedException", "MailFromDomainNotVerifiedException"].map(
      (error) => ({
        name: error,
        status: 400,
        headers: { "x-amzn-errortype": `${error}:` },
        body: { message: "No." },
        outcome: "config_error" as const,
      }),
    ),
    ...["AccessDeniedException", "NotAuthorized", "IncompleteSignature"].map((error) => ({
      name: error,
      status: 400,
      headers: { "x-amzn-errortype": error },
      body: { message: "No." },
      outcome: "config_error" as const,
    })),
    {
      name: "an error that no table lists",
      status: 400,
      headers: { "x-amzn-errortype": "TenantSignatureRequiredException" },
      body: { message: "No." },
      outcome: "config_error",
    },
    {
      name: "wrong secret key",
      status: 403,
      headers: { "x-amzn-errortype": "SignatureDoesNotMatch" },
      body: { message: "The request signature we calculated does not match the signature you provided." },
      outcome: "config_error",
    },
    {
      name: "wrong clock",
      status: 400,
      headers: { "x-amzn-errortype": "RequestExpired" },
      body: { message: "Request has expired." },
      outcome: "config_error",
      reason: "Request has expired. The clock of this machine may be wrong.",
    },
    {
      name: "invalid request",
      status: 400,
      headers: { "x-amzn-errortype": "BadRequestException" },
      body: { message: "Header name is invalid" },
      outcome: "rejected",
    },
    {
      name: "too many requests",
      status: 429,
      headers: { "x-amzn-errortype": "TooManyRequestsException" },
      body: { message: "Maximum sending rate exceeded." },
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "throttled with 400",
      status: 400,
      body: { __type: "ThrottlingException", message: "Rate exceeded" },
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "quota of the day",
      status: 429,
      headers: { "x-amzn-errortype": "TooManyRequestsException" },
      body: { message: "Daily message quota exceeded." },
      outcome: "not_processed",
      isQuotaUsedUp: true,
    },
    {
      name: "quota of the day with 400",
      status: 400,
      body: { __type: "ThrottlingException", message: "Daily message quota exceeded" },
      outcome: "not_processed",
      isQuotaUsedUp: true,
    },
    {
      name: "limit exceeded",
      status: 400,
      headers: { "x-amzn-errortype": "LimitExceededException" },
      body: { message: "There are too many instances of the specified resource type." },
      outcome: "not_processed",
    },
  ],
};
