import { plivo } from "../../providers/sms/plivo.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const API_ID = "db342550-7f1d-11e1-8ea7-1231380bc196";

export const plivoCase: VendorCase<"sms"> = {
  provider: plivo,
  credentials: { accountSid: "MA123", token: "the-token", from: "+491" },
  message: { key: KEY, to: "+492", body: "Hi" },
  request: {
    path: "/v1/Account/MA123/Message/",
    encoding: "json",
    needs: ["src|powerpack_uuid", "dst", "text|template|media_urls"],
    headers: { authorization: `Basic ${Buffer.from("MA123:the-token").toString("base64")}` },
    body: { src: "+491", dst: "+492", text: "Hi" },
  },
  check: {
    method: "GET",
    path: "/v1/Account/MA123/",
    headers: { authorization: `Basic ${Buffer.from("MA123:the-token").toString("base64")}` },
    answer: { auth_id: "MA", cash_credits: "1" },
  },
  responses: [
    {
      name: "queued",
      status: 202,
      body: { api_id: API_ID, message: "message(s) queued", message_uuid: ["db3ce55a"] },
      outcome: "accepted",
      id: "db3ce55a",
    },
    {
      name: "no message, but an invalid number",
      status: 202,
      body: { api_id: API_ID, message: "message(s) queued", message_uuid: [], invalid_number: ["+492"] },
      outcome: "recipient_error",
    },
    { name: "202 without a message", status: 202, body: { api_id: API_ID }, outcome: "ambiguous" },
    {
      name: "invalid parameter",
      status: 400,
      body: { api_id: API_ID, error: "invalid_parameter" },
      outcome: "rejected",
      reason: "invalid_parameter",
    },
    {
      name: "wrong token",
      status: 401,
      body: { api_id: API_ID, error: "authentication_failed" },
      outcome: "config_error",
    },
    {
      name: "unknown account",
      status: 404,
      body: { api_id: API_ID, error: "not found" },
      outcome: "config_error",
    },
    {
      name: "rate limit",
      status: 429,
      body: { api_id: API_ID, error: "rate_limit_exceeded" },
      outcome: "not_processed",
      isThrottled: true,
    },
  ],
};
