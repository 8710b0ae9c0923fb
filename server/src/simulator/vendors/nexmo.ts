import { nexmo } from "../../providers/sms/nexmo.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { nexmoWebhook } from "../webhooks/nexmo.ts";

const refused = (status: string, text: string) => ({
  "message-count": "1",
  messages: [{ status, "error-text": text }],
});

const parts = (...statuses: string[]) => ({
  "message-count": String(statuses.length),
  messages: statuses.map((status) =>
    status === "0" ? { status, "message-id": "A" } : { status, "error-text": `refused with ${status}` },
  ),
});

export const nexmoCase: VendorCase<"sms"> = {
  provider: nexmo,
  credentials: { apiKey: "abcd1234", secretKey: "the-secret", from: "+491" },
  message: { key: KEY, to: "+447700900000", body: "Привет" },
  request: {
    path: "/sms/json",
    encoding: ["form", "json"],
    needs: ["api_key", "from", "to", "text"],
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: {
      api_key: "abcd1234",
      api_secret: "the-secret",
      from: "491",
      to: "447700900000",
      text: "Привет",
      type: "unicode",
      "client-ref": KEY,
    },
    // Basic authentication instead of the two fields.
    alsoTakes: [
      {
        headers: { authorization: `Basic ${Buffer.from("abcd1234:the-secret").toString("base64")}` },
        needs: ["from", "to", "text"],
        body: { from: "491", to: "447700900000", text: "Привет" },
      },
    ],
  },
  check: {
    method: "GET",
    path: "/account/get-balance?api_key=abcd1234&api_secret=the-secret",
    answer: { value: 10.28, autoReload: false },
  },
  webhook: nexmoWebhook,
  responses: [
    {
      name: "queued",
      status: 200,
      body: {
        "message-count": "1",
        messages: [{ to: "447700900000", "message-id": "0C000000217B7F02", status: "0" }],
      },
      outcome: "accepted",
      id: "0C000000217B7F02",
    },
    {
      name: "throttled",
      status: 200,
      body: refused("1", "Throughput Rate Exceeded - please wait [ 250 ] and retry"),
      outcome: "not_processed",
      isThrottled: true,
      reason: "please wait",
    },
    {
      name: "wrong credentials",
      status: 200,
      body: refused("4", "Bad Credentials"),
      outcome: "config_error",
      reason: "Bad Credentials",
    },
    {
      name: "no credit",
      status: 200,
      body: refused("9", "Quota Exceeded - rejected"),
      outcome: "config_error",
    },
    {
      name: "invalid sender",
      status: 200,
      body: refused("15", "Illegal Sender Address - rejected"),
      outcome: "config_error",
    },
    {
      name: "unknown prefix",
      status: 200,
      body: refused("6", "Invalid message"),
      outcome: "recipient_error",
    },
    { name: "barred number", status: 200, body: refused("7", "Number barred"), outcome: "recipient_error" },
    {
      name: "missing parameter",
      status: 200,
      body: refused("2", "Missing to param"),
      outcome: "rejected",
    },
    { name: "too long", status: 200, body: refused("12", "Message too long"), outcome: "rejected" },
    { name: "internal error", status: 200, body: refused("5", "Internal Error"), outcome: "ambiguous" },
    {
      name: "the second part was refused for now",
      status: 200,
      body: parts("0", "1"),
      outcome: "ambiguous",
    },
    {
      name: "the second part was refused for good",
      status: 200,
      body: parts("0", "7"),
      outcome: "recipient_error",
      reason: "refused with 7",
    },
    {
      name: "no credit for the last part",
      status: 200,
      body: parts("0", "1", "9"),
      outcome: "config_error",
    },
    {
      name: "all parts throttled",
      status: 200,
      body: parts("1", "1"),
      outcome: "not_processed",
      isThrottled: true,
    },
    { name: "200 without a result", status: 200, body: {}, outcome: "ambiguous" },
  ],
};
