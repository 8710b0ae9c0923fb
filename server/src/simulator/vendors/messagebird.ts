import { messagebird } from "../../providers/sms/messagebird.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { messagebirdWebhook } from "../webhooks/messagebird.ts";

const errors = (code: number, description: string, parameter: string | null) => ({
  errors: [{ code, description, parameter }],
});

const sent = (status: string) => ({
  id: "e8077d803532c0b5937c639b60216938",
  recipients: { totalCount: 1, items: [{ recipient: 31612345678, status }] },
});

export const messagebirdCase: VendorCase<"sms"> = {
  provider: messagebird,
  credentials: { accessKey: "live_key", from: "+31600000000" },
  message: { key: KEY, to: "+31612345678", body: "Hi" },
  request: {
    path: "/messages",
    encoding: "json",
    needs: ["originator", "recipients|groupIds", "body"],
    headers: { authorization: "AccessKey live_key", "content-type": "application/json" },
    body: {
      originator: "31600000000",
      recipients: ["31612345678"],
      body: "Hi",
      datacoding: "auto",
      reference: KEY,
    },
  },
  check: {
    method: "GET",
    path: "/balance",
    headers: { authorization: "AccessKey live_key" },
    answer: { payment: "prepaid", type: "credits", amount: 9.2 },
  },
  webhook: messagebirdWebhook,
  responses: [
    {
      name: "sent",
      status: 201,
      body: sent("sent"),
      outcome: "accepted",
      id: "e8077d803532c0b5937c639b60216938",
    },
    { name: "sent, but failed", status: 201, body: sent("delivery_failed"), outcome: "recipient_error" },
    {
      name: "wrong key",
      status: 401,
      body: errors(2, "Request not allowed (incorrect access_key)", "access_key"),
      outcome: "config_error",
      reason: "Request not allowed",
    },
    {
      name: "no balance",
      status: 422,
      body: errors(25, "Not enough balance", null),
      outcome: "config_error",
    },
    {
      name: "200 with an error",
      status: 200,
      body: errors(9, "body is required", "body"),
      outcome: "rejected",
    },
    {
      name: "invalid number",
      status: 422,
      body: errors(9, "no (correct) recipients found", "recipients"),
      outcome: "recipient_error",
    },
    {
      name: "invalid sender",
      status: 422,
      body: errors(10, "originator is invalid", "originator"),
      outcome: "config_error",
    },
    {
      name: "invalid body",
      status: 422,
      body: errors(10, "body is invalid", "body"),
      outcome: "rejected",
    },
    { name: "internal error", status: 500, body: errors(99, "Internal error", null), outcome: "ambiguous" },
    {
      name: "too many requests",
      status: 429,
      body: {},
      outcome: "not_processed",
      isThrottled: true,
    },
  ],
};
