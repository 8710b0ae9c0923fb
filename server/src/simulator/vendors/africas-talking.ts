import { africasTalking } from "../../providers/sms/africas-talking.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const recipient = (statusCode: number, status: string, messageId: string) => ({
  SMSMessageData: {
    Message: "Sent to 1/1 Total Cost: KES 0.8000",
    Recipients: [{ statusCode, number: "+254711000000", status, cost: "KES 0.8000", messageId }],
  },
});

export const africasTalkingCase: VendorCase<"sms"> = {
  provider: africasTalking,
  credentials: { apiKey: "the-key", user: "app", from: "Company" },
  message: { key: KEY, to: "+254711000000", body: "Hi & bye" },
  request: {
    path: "/version1/messaging",
    encoding: "form",
    needs: ["username", "to", "message"],
    headers: { apikey: "the-key", accept: "application/json" },
    body: { username: "app", to: "+254711000000", message: "Hi & bye", from: "Company" },
  },
  check: {
    method: "GET",
    path: "/version1/user?username=app",
    headers: { apikey: "the-key" },
    answer: { UserData: { balance: "KES 1785.50" } },
  },
  responses: [
    {
      name: "sent",
      status: 201,
      body: recipient(101, "Success", "ATXid_1"),
      outcome: "accepted",
      id: "ATXid_1",
    },
    {
      name: "invalid number",
      status: 201,
      body: recipient(403, "InvalidPhoneNumber", "None"),
      outcome: "recipient_error",
      reason: "InvalidPhoneNumber",
    },
    {
      name: "the recipient opted out",
      status: 201,
      body: recipient(406, "UserInBlacklist", "None"),
      outcome: "recipient_error",
    },
    {
      name: "no balance",
      status: 201,
      body: recipient(405, "InsufficientBalance", "None"),
      outcome: "config_error",
    },
    {
      name: "invalid sender",
      status: 201,
      body: { SMSMessageData: { Message: "InvalidSenderId", Recipients: [] } },
      outcome: "config_error",
      reason: "InvalidSenderId",
    },
    {
      name: "rejected by the gateway",
      status: 201,
      body: recipient(502, "RejectedByGateway", "None"),
      outcome: "rejected",
    },
    {
      name: "gateway error",
      status: 201,
      body: recipient(501, "GatewayError", "None"),
      outcome: "ambiguous",
    },
    { name: "201 without a recipient", status: 201, body: {}, outcome: "ambiguous" },
    {
      name: "wrong key",
      status: 401,
      body: "The supplied authentication is invalid",
      outcome: "config_error",
    },
    { name: "too many requests", status: 429, outcome: "not_processed", isThrottled: true },
    {
      name: "201 without a recipient, for the rate",
      status: 201,
      body: { SMSMessageData: { Message: "Rate limit exceeded", Recipients: [] } },
      outcome: "not_processed",
      isThrottled: true,
    },
  ],
};
