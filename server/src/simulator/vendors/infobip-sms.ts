import { infobipSms } from "../../providers/sms/infobip-sms.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const message = (groupId: number, name: string, description: string) => ({
  bulkId: "2034072219640523072",
  messages: [{ messageId: KEY, status: { groupId, name, description }, destination: "41793026727" }],
});

export const infobipSmsCase: VendorCase<"sms"> = {
  provider: infobipSms,
  credentials: { apiKey: "the-key", from: "InfoSMS", baseUrl: "https://x.api.infobip.com" },
  message: { key: KEY, to: "+41793026727", body: "Hi" },
  request: {
    path: "/sms/3/messages",
    encoding: "json",
    needs: ["messages.0.destinations.0.to", "messages.0.content"],
    headers: { authorization: "App the-key", "content-type": "application/json" },
    body: {
      messages: [
        {
          sender: "InfoSMS",
          destinations: [{ to: "41793026727", messageId: KEY }],
          content: { text: "Hi" },
        },
      ],
    },
    // The version before, which the SDK calls.
    alsoTakes: [
      {
        path: "/sms/2/text/advanced",
        needs: ["messages.0.destinations.0.to", "messages.0.text"],
        body: {
          messages: [{ from: "InfoSMS", destinations: [{ to: "41793026727", messageId: KEY }], text: "Hi" }],
        },
      },
    ],
  },
  check: {
    method: "GET",
    path: "/account/1/balance",
    headers: { authorization: "App the-key" },
    answer: { balance: 47.8, currency: "EUR" },
  },
  deduplication: {
    keyAt: ["body.messages.0.destinations.0.messageId"],
    again: "the message of an earlier attempt",
  },
  responses: [
    {
      name: "pending",
      status: 200,
      body: message(1, "PENDING_ACCEPTED", "Message sent to next instance"),
      outcome: "accepted",
      id: KEY,
    },
    {
      name: "the message of an earlier attempt",
      status: 200,
      body: message(5, "REJECTED_DUPLICATE_MESSAGE_ID", "Duplicate message ID"),
      outcome: "accepted",
      id: KEY,
    },
    {
      name: "invalid number",
      status: 200,
      body: message(5, "REJECTED_DESTINATION", "Invalid destination address"),
      outcome: "recipient_error",
      reason: "Invalid destination address",
    },
    {
      name: "no credit",
      status: 200,
      body: message(5, "REJECTED_NOT_ENOUGH_CREDITS", "Not enough credits"),
      outcome: "config_error",
    },
    {
      name: "unregistered sender",
      status: 200,
      body: message(5, "REJECTED_SOURCE", "Invalid source address"),
      outcome: "config_error",
    },
    {
      name: "too long",
      status: 200,
      body: message(5, "REJECTED_MESSAGE_TOO_LONG", "Message too long"),
      outcome: "rejected",
    },
    { name: "200 without a message", status: 200, body: {}, outcome: "ambiguous" },
    {
      name: "invalid request",
      status: 400,
      body: {
        errorCode: "E400",
        description: "Request cannot be processed.",
        violations: [{ property: "messages[0].content", violation: "must not be null" }],
      },
      outcome: "rejected",
      reason: "must not be null",
    },
    {
      name: "wrong key",
      status: 401,
      body: { errorCode: "E401", description: "The request lacks valid authentication credentials." },
      outcome: "config_error",
    },
    {
      name: "too many requests",
      status: 429,
      body: { errorCode: "E429", description: "Too many requests." },
      outcome: "not_processed",
      isThrottled: true,
    },
  ],
};
