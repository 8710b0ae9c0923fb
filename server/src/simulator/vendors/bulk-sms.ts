import { bulkSms } from "../../providers/sms/bulk-sms.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const problem = (name: string, status: number, title: string, detail: string) => ({
  type: `https://developer.bulksms.com/json/v1/errors#${name}`,
  title,
  status,
  detail,
});

export const bulkSmsCase: VendorCase<"sms"> = {
  provider: bulkSms,
  credentials: { apiToken: "token-id:token-secret" },
  message: { key: KEY, to: "+27001234567", from: "+27007654321", body: "Hi" },
  request: {
    path: "/v1/messages?auto-unicode=true",
    encoding: "json",
    needs: ["to", "body"],
    headers: { authorization: `Basic ${Buffer.from("token-id:token-secret").toString("base64")}` },
    body: { to: "+27001234567", from: "+27007654321", body: "Hi", userSuppliedId: KEY },
  },
  check: {
    method: "GET",
    path: "/v1/profile",
    headers: { authorization: `Basic ${Buffer.from("token-id:token-secret").toString("base64")}` },
    answer: { id: "1", username: "a" },
  },
  responses: [
    {
      name: "created",
      status: 201,
      body: [{ id: "4023457654", type: "SENT", to: "27001234567", status: { type: "ACCEPTED" } }],
      outcome: "accepted",
      id: "4023457654",
    },
    {
      name: "bad request",
      status: 400,
      body: problem("bad-request", 400, "Bad Request", "The body is empty"),
      outcome: "rejected",
      reason: "The body is empty",
    },
    {
      name: "wrong token",
      status: 401,
      body: problem("authentication-failed", 401, "Authentication failed", "Wrong credentials"),
      outcome: "config_error",
    },
    {
      name: "no credits",
      status: 403,
      body: problem("insufficient-credits", 403, "Insufficient credits", "Not enough credits"),
      outcome: "config_error",
      reason: "Not enough credits",
    },
    { name: "too many requests", status: 429, outcome: "not_processed", isThrottled: true },
  ],
};
