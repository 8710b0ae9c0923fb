import { termii } from "../../providers/sms/termii.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const termiiCase: VendorCase<"sms"> = {
  provider: termii,
  credentials: { apiKey: "the-key", from: "Company" },
  message: { key: KEY, to: "+23490126727", body: "Hi" },
  request: {
    path: "/api/sms/send",
    encoding: "json",
    needs: ["api_key", "to", "from", "sms", "type", "channel"],
    headers: { "content-type": "application/json" },
    body: {
      api_key: "the-key",
      to: "23490126727",
      from: "Company",
      sms: "Hi",
      type: "plain",
      channel: "generic",
    },
  },
  check: { method: "GET", path: "/api/get-balance?api_key=the-key", answer: { user: "a", balance: 0 } },
  responses: [
    {
      name: "sent",
      status: 200,
      body: { message_id: "9122821270554876574", message: "Successfully Sent", balance: 9 },
      outcome: "accepted",
      id: "9122821270554876574",
    },
    {
      name: "200 without a message",
      status: 200,
      body: { message: "Message not sent" },
      outcome: "ambiguous",
      reason: "Message not sent",
    },
    {
      name: "bad request",
      status: 400,
      body: { message: "The sms field is required." },
      outcome: "rejected",
      reason: "The sms field is required.",
    },
    { name: "wrong key", status: 401, body: { message: "Invalid API key" }, outcome: "config_error" },
    { name: "too many requests", status: 429, outcome: "not_processed", isThrottled: true },
    {
      name: "200 without a message, for the balance",
      status: 200,
      body: { message: "Insufficient balance" },
      outcome: "config_error",
      reason: "Insufficient balance",
    },
  ],
};
