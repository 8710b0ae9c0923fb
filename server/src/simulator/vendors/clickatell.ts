import { clickatell } from "../../providers/sms/clickatell.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const refused = (description: string) => ({
  messages: [{ apiMessageId: null, accepted: false, to: "2799900001", error: { code: 1, description } }],
  error: null,
});

export const clickatellCase: VendorCase<"sms"> = {
  provider: clickatell,
  credentials: { apiKey: "the-api-key==" },
  message: { key: KEY, to: "+2799900001", body: "Hi" },
  request: {
    path: "/v1/message",
    needs: ["messages.0.to", "messages.0.content"],
    headers: { authorization: "the-api-key==", "content-type": "application/json" },
    body: { messages: [{ channel: "sms", to: "2799900001", content: "Hi", clientMessageId: KEY }] },
  },
  check: {
    method: "GET",
    path: "/public-client/balance",
    headers: { authorization: "the-api-key==" },
    answer: { balance: 1, currency: "USD" },
  },
  responses: [
    {
      name: "accepted",
      status: 202,
      body: {
        messages: [{ apiMessageId: "77fb29998253", accepted: true, to: "2799900001", error: null }],
        error: null,
      },
      outcome: "accepted",
      id: "77fb29998253",
    },
    {
      name: "invalid number",
      status: 400,
      body: refused("Invalid destination address"),
      outcome: "recipient_error",
      reason: "Invalid destination",
    },
    { name: "message is refused", status: 400, body: refused("Content is too long"), outcome: "rejected" },
    { name: "no result", status: 202, body: {}, outcome: "ambiguous" },
    {
      name: "wrong key",
      status: 401,
      body: { messages: [], error: { code: 108, description: "Invalid or missing API key" } },
      outcome: "config_error",
      reason: "Invalid or missing",
    },
    {
      name: "no balance",
      status: 402,
      body: { error: { description: "No funds" } },
      outcome: "config_error",
    },
  ],
};
