import { telnyx } from "../../providers/sms/telnyx.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { telnyxWebhook } from "../webhooks/telnyx.ts";

const error = (code: string, title: string, detail: string) => ({ errors: [{ code, title, detail }] });

export const telnyxCase: VendorCase<"sms"> = {
  provider: telnyx,
  credentials: { apiKey: "KEY017", messageProfileId: "4001", from: "+15551234567" },
  message: { key: KEY, to: "+15559876543", body: "Hi" },
  request: {
    path: "/v2/messages",
    encoding: "json",
    needs: ["to", "text|media_urls", "from|messaging_profile_id"],
    headers: { authorization: "Bearer KEY017", "content-type": "application/json" },
    body: { from: "+15551234567", to: "+15559876543", text: "Hi", messaging_profile_id: "4001" },
  },
  check: {
    method: "GET",
    path: "/v2/balance",
    headers: { authorization: "Bearer KEY017" },
    answer: { data: { record_type: "balance", balance: "1.00" } },
  },
  webhook: telnyxWebhook,
  responses: [
    {
      name: "queued",
      status: 200,
      body: { data: { id: "40385f64", record_type: "message", to: [{ status: "queued" }] } },
      outcome: "accepted",
      id: "40385f64",
    },
    {
      name: "the recipient sent STOP",
      status: 403,
      body: error("40300", "Blocked due to STOP message", "Messages cannot be sent to the destination"),
      outcome: "recipient_error",
      reason: "cannot be sent",
    },
    {
      name: "invalid number",
      status: 400,
      body: error("40310", "Invalid 'to' address", "The 'to' address should be a valid number."),
      outcome: "recipient_error",
    },
    {
      name: "a sender of another account",
      status: 400,
      body: error("40305", "Invalid 'from' address", "The 'from' address is not of your profile."),
      outcome: "config_error",
    },
    {
      name: "wrong key",
      status: 401,
      body: error("10009", "Authentication failed", "Could not understand the credentials."),
      outcome: "config_error",
    },
    {
      name: "no funds",
      status: 400,
      body: error("20100", "Insufficient Funds", "Add funds to your account."),
      outcome: "config_error",
    },
    {
      name: "too large",
      status: 400,
      body: error("40302", "Message too large", "The message is too long."),
      outcome: "rejected",
    },
    {
      name: "the queue is full",
      status: 400,
      body: error("40318", "Message queue full", "The queue of the number is full."),
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "too many requests",
      status: 429,
      body: error("10011", "Too many requests", "You have exceeded the maximum."),
      outcome: "not_processed",
      isThrottled: true,
    },
  ],
};
