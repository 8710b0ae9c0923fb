import { clicksend } from "../../providers/sms/clicksend.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const result = (status: string, messageId: string) => ({
  http_code: 200,
  response_code: "SUCCESS",
  response_msg: "Messages queued for delivery.",
  data: { total_count: 1, messages: [{ to: "+61411111111", status, message_id: messageId }] },
});

export const clicksendCase: VendorCase<"sms"> = {
  provider: clicksend,
  credentials: { user: "me", apiKey: "D83DED51", from: "Company" },
  message: { key: KEY, to: "+61411111111", body: "Hi" },
  request: {
    path: "/v3/sms/send",
    encoding: "json",
    needs: ["messages.0.to|messages.0.list_id", "messages.0.body"],
    headers: { authorization: `Basic ${Buffer.from("me:D83DED51").toString("base64")}` },
    body: { messages: [{ to: "+61411111111", from: "Company", body: "Hi", custom_string: KEY }] },
  },
  check: {
    method: "GET",
    path: "/v3/account",
    headers: { authorization: `Basic ${Buffer.from("me:D83DED51").toString("base64")}` },
    answer: { http_code: 200, response_code: "SUCCESS", data: {} },
  },
  responses: [
    {
      name: "queued",
      status: 200,
      body: result("SUCCESS", "BF7AD270"),
      outcome: "accepted",
      id: "BF7AD270",
    },
    {
      name: "the same text shortly before",
      status: 200,
      body: result("THROTTLED", "BF7AD271"),
      outcome: "ambiguous",
    },
    {
      name: "invalid number",
      status: 200,
      body: result("INVALID_RECIPIENT", ""),
      outcome: "recipient_error",
      reason: "INVALID_RECIPIENT",
    },
    { name: "no credit", status: 200, body: result("INSUFFICIENT_CREDIT", ""), outcome: "config_error" },
    { name: "invalid sender", status: 200, body: result("INVALID_SENDER_ID", ""), outcome: "config_error" },
    { name: "no text", status: 200, body: result("EMPTY_MESSAGE", ""), outcome: "rejected" },
    { name: "internal error", status: 200, body: result("INTERNAL_ERROR", ""), outcome: "ambiguous" },
    { name: "200 without a message", status: 200, body: {}, outcome: "ambiguous" },
    {
      name: "wrong key",
      status: 401,
      body: { http_code: 401, response_code: "UNAUTHORIZED", response_msg: "Authorization failed." },
      outcome: "config_error",
      reason: "Authorization failed.",
    },
    { name: "too many requests", status: 429, outcome: "not_processed", isThrottled: true },
  ],
};
