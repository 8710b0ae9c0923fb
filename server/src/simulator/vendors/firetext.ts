import { firetext } from "../../providers/sms/firetext.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const firetextCase: VendorCase<"sms"> = {
  provider: firetext,
  credentials: { apiKey: "the-api-key", from: "Company" },
  message: { key: KEY, to: "+447123456789", body: "Hi" },
  request: {
    path: "/api/sendsms",
    needs: ["apiKey", "to", "from", "message"],
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: { apiKey: "the-api-key", to: "447123456789", from: "Company", message: "Hi", reference: KEY },
  },
  check: { method: "POST", path: "/api/credit", answer: "0:100 credits" },
  responses: [
    {
      name: "queued",
      status: 200,
      headers: { "x-message": "fire1" },
      body: "0:1 SMS successfully queued",
      outcome: "accepted",
      id: "fire1",
    },
    {
      name: "wrong key",
      status: 200,
      body: "1:0 Authentication error",
      outcome: "config_error",
      reason: "Authentication error",
    },
    {
      name: "invalid number",
      status: 200,
      body: "2:0 Destination number(s) error",
      outcome: "recipient_error",
    },
    { name: "invalid sender", status: 200, body: "3:0 From error", outcome: "config_error" },
    { name: "invalid text", status: 200, body: "5:0 Message error", outcome: "rejected" },
    { name: "no credit", status: 200, body: "7:0 Insufficient credit", outcome: "config_error" },
    { name: "200 in HTML", status: 200, body: "<html>hello</html>", outcome: "ambiguous" },
  ],
};
