import { twilio } from "../../providers/sms/twilio.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { TWILIO_TOKEN, twilioWebhook } from "../webhooks/twilio.ts";

export const twilioCase: VendorCase<"sms"> = {
  provider: twilio,
  credentials: { accountSid: "AC123", token: TWILIO_TOKEN, from: "+491" },
  message: { key: KEY, to: "+492", body: "Hi & bye" },
  request: {
    path: "/2010-04-01/Accounts/AC123/Messages.json",
    encoding: "form",
    needs: ["To", "Body|MediaUrl|ContentSid", "From|MessagingServiceSid"],
    headers: { authorization: `Basic ${Buffer.from("AC123:the-token").toString("base64")}` },
    body: { To: "+492", Body: "Hi & bye", From: "+491" },
  },
  check: {
    method: "GET",
    path: "/2010-04-01/Accounts/AC123.json",
    headers: { authorization: `Basic ${Buffer.from("AC123:the-token").toString("base64")}` },
    answer: { sid: "AC123", status: "active" },
  },
  webhook: twilioWebhook,
  responses: [
    { name: "queued", status: 201, body: { sid: "SM1", status: "queued" }, outcome: "accepted", id: "SM1" },
    {
      name: "invalid number",
      status: 400,
      body: { code: 21211, message: "Invalid 'To' Phone Number: +492", status: 400 },
      outcome: "recipient_error",
      reason: "Invalid 'To' Phone Number",
    },
    {
      name: "unsubscribed recipient",
      status: 400,
      body: { code: 21610, message: "Attempt to send to unsubscribed recipient", status: 400 },
      outcome: "recipient_error",
    },
    {
      name: "a sender of another account",
      status: 400,
      body: { code: 21606, message: "The 'From' phone number is not valid", status: 400 },
      outcome: "config_error",
    },
    ...[
      { code: 21601, message: "Phone number is not a valid SMS-capable inbound phone number" },
      { code: 21607, message: "The 'from' number +491 cannot be used" },
      {
        code: 21608,
        message: "The number +492 is unverified. Trial accounts cannot send messages to unverified numbers",
      },
      {
        code: 21612,
        message: "Message cannot be sent with the current combination of 'To' and/or 'From' parameters",
      },
      { code: 30002, message: "Account suspended" },
      { code: 29999, message: "The account is not allowed to use this sender" },
    ].map((body) => ({
      name: `account or sender, ${body.code}`,
      status: 400,
      body,
      outcome: "config_error" as const,
    })),
    {
      name: "the limit of the day",
      status: 429,
      body: { code: 63038, message: "Account exceeded the daily messages limit", status: 429 },
      outcome: "not_processed",
      reason: "daily messages limit",
      isQuotaUsedUp: true,
    },
    {
      name: "the queue of the sender is full",
      status: 400,
      body: { code: 21611, message: "This 'From' number has exceeded the maximum number of queued messages" },
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "wrong token",
      status: 401,
      body: { code: 20003, message: "Authenticate", status: 401 },
      outcome: "config_error",
      reason: "Authenticate",
    },
    {
      name: "too long",
      status: 400,
      body: { code: 21617, message: "The concatenated message body exceeds the 1600 character limit" },
      outcome: "rejected",
    },
    {
      name: "too many requests",
      status: 429,
      body: { code: 20429, message: "Too Many Requests", status: 429 },
      outcome: "not_processed",
      isThrottled: true,
    },
  ],
};
