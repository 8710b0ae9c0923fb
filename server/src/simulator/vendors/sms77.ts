import { sms77 } from "../../providers/sms/sms77.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const result = (success: string, message: object) => ({ success, total_price: 0.075, messages: [message] });

export const sms77Case: VendorCase<"sms"> = {
  provider: sms77,
  credentials: { apiKey: "the-key", from: "Company" },
  message: { key: KEY, to: "+4917612345678", body: "Hi" },
  request: {
    path: "/api/sms",
    encoding: ["json", "form"],
    needs: ["to", "text"],
    headers: { "x-api-key": "the-key", accept: "application/json" },
    body: { to: "+4917612345678", from: "Company", text: "Hi", foreign_id: KEY },
  },
  check: {
    method: "GET",
    path: "/api/balance",
    headers: { "x-api-key": "the-key" },
    answer: { amount: 123.4, currency: "EUR" },
  },
  responses: [
    {
      name: "sent",
      status: 200,
      body: result("100", { id: "77229135982", success: true, error: null, error_text: null }),
      outcome: "accepted",
      id: "77229135982",
    },
    { name: "the same text shortly before", status: 200, body: "402", outcome: "ambiguous" },
    { name: "invalid number", status: 200, body: "202", outcome: "recipient_error" },
    {
      name: "invalid number in the JSON",
      status: 200,
      body: result("101", { id: null, success: false, error: "202", error_text: "Invalid recipient" }),
      outcome: "recipient_error",
      reason: "Invalid recipient",
    },
    { name: "no credit", status: 200, body: "500", outcome: "config_error" },
    { name: "wrong key", status: 200, body: "900", outcome: "config_error" },
    { name: "text too long", status: 200, body: "401", outcome: "rejected" },
    { name: "carrier failed", status: 200, body: "600", outcome: "ambiguous" },
    { name: "200 without a code", status: 200, body: "", outcome: "ambiguous" },
    { name: "too many requests", status: 429, outcome: "not_processed", isThrottled: true },
  ],
};
