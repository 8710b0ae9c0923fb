import { bandwidth } from "../../providers/sms/bandwidth.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const invalid = (fieldName: string, description: string) => ({
  type: "request-validation",
  description: "Your request could not be accepted",
  fieldErrors: [{ fieldName, description }],
});

export const bandwidthCase: VendorCase<"sms"> = {
  provider: bandwidth,
  credentials: {
    user: "me",
    password: "the-password",
    accountSid: "9900000",
    applicationId: "93de2206",
    from: "+12345678901",
  },
  message: { key: KEY, to: "+12345678902", body: "Hi" },
  request: {
    path: "/api/v2/users/9900000/messages",
    encoding: "json",
    needs: ["to", "from", "text", "applicationId"],
    headers: { authorization: `Basic ${Buffer.from("me:the-password").toString("base64")}` },
    body: {
      to: ["+12345678902"],
      from: "+12345678901",
      text: "Hi",
      applicationId: "93de2206",
      tag: KEY,
    },
  },
  check: {
    method: "GET",
    path: "/api/v2/users/9900000/media",
    headers: { authorization: `Basic ${Buffer.from("me:the-password").toString("base64")}` },
    answer: [],
  },
  responses: [
    {
      name: "accepted",
      status: 202,
      body: { id: "1589228074636lm4k2je7j7jklbn2", segmentCount: 1, direction: "out" },
      outcome: "accepted",
      id: "1589228074636lm4k2je7j7jklbn2",
    },
    {
      name: "invalid number",
      status: 400,
      body: invalid("to", "'+1' must be replaced with a valid E164 formatted telephone number"),
      outcome: "recipient_error",
      reason: "E164",
    },
    {
      name: "a number of another account",
      status: 400,
      body: invalid("from", "'+1' is not associated with your account"),
      outcome: "config_error",
    },
    {
      name: "invalid request",
      status: 400,
      body: { type: "request-validation", description: "Your request could not be accepted" },
      outcome: "rejected",
      reason: "could not be accepted",
    },
    {
      name: "wrong password",
      status: 401,
      body: { type: "unauthorized", description: "Authentication Failed" },
      outcome: "config_error",
    },
    {
      name: "no access",
      status: 403,
      body: { type: "forbidden", description: "Access Denied" },
      outcome: "config_error",
    },
    { name: "too many requests", status: 429, outcome: "not_processed", isThrottled: true },
  ],
};
