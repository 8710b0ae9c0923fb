import { brevoSms } from "../../providers/sms/brevo-sms.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { brevoSmsWebhook } from "../webhooks/brevo-sms.ts";

export const brevoSmsCase: VendorCase<"sms"> = {
  provider: brevoSms,
  credentials: { apiKey: "xkeysib-1", from: "Company" },
  message: { key: KEY, to: "+33680065433", body: "Hi" },
  request: {
    path: "/v3/transactionalSMS/send",
    encoding: "json",
    needs: ["sender", "recipient", "content|templateId"],
    headers: { "api-key": "xkeysib-1", "content-type": "application/json" },
    body: {
      sender: "Company",
      recipient: "33680065433",
      content: "Hi",
      type: "transactional",
      tag: KEY,
      unicodeEnabled: false,
    },
    // Deprecated; the SDK calls it: https://developers.brevo.com/changelog/deprecated-endpoint-post-v3transactionalsmssms
    alsoTakes: [{ path: "/v3/transactionalSMS/sms" }],
  },
  check: {
    method: "GET",
    path: "/v3/account",
    headers: { "api-key": "xkeysib-1" },
    answer: { email: "a@example.com" },
  },
  webhook: brevoSmsWebhook,
  responses: [
    {
      name: "created",
      status: 201,
      body: { reference: "ab1cde2fgh3i4jklmno", messageId: 1511882900176220, smsCount: 2 },
      outcome: "accepted",
      id: "1511882900176220",
    },
    {
      name: "invalid sender",
      status: 400,
      body: { code: "invalid_parameter", message: "Invalid sender name" },
      outcome: "config_error",
      reason: "Invalid sender name",
    },
    {
      name: "invalid parameter",
      status: 400,
      body: { code: "missing_parameter", message: "content is missing" },
      outcome: "rejected",
    },
    {
      name: "wrong key",
      status: 401,
      body: { code: "unauthorized", message: "Key not found" },
      outcome: "config_error",
    },
    {
      name: "no credits",
      status: 402,
      body: { code: "not_enough_credits", message: "You don't have enough SMS credits" },
      outcome: "config_error",
    },
    {
      name: "rate limit, with its reset",
      status: 429,
      headers: { "x-sib-ratelimit-reset": "12" },
      body: { code: "too_many_requests", message: "Too many requests" },
      outcome: "not_processed",
      retryAfterMs: 12_000,
      isThrottled: true,
    },
  ],
};
