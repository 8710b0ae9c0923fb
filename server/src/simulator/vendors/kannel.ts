import { kannel } from "../../providers/sms/kannel.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const kannelCase: VendorCase<"sms"> = {
  provider: kannel,
  credentials: { host: "kannel.example.com", user: "tester", password: "the-password", from: "491" },
  message: { key: KEY, to: "+492", body: "Grüße & ☺" },
  request: {
    path:
      "/cgi-bin/sendsms?username=tester&password=the-password&to=%2B492&text=Gr%C3%BC%C3%9Fe+%26+%E2%98%BA" +
      "&charset=UTF-8&coding=2&from=491",
    headers: {},
    needsQuery: ["username", "to"],
    body: {},
  },
  check: {
    method: "GET",
    path: "/cgi-bin/sendsms?username=tester&password=the-password",
    status: 400,
    answer: "Missing receiver number, rejected",
  },
  responses: [
    { name: "accepted", status: 202, body: "0: Accepted for delivery", outcome: "accepted" },
    { name: "queued", status: 202, body: "3: Queued for later delivery", outcome: "accepted" },
    {
      name: "wrong password",
      status: 403,
      body: "Authorization failed for sendsms",
      outcome: "config_error",
      reason: "Authorization failed",
    },
    {
      name: "no SMS centre",
      status: 503,
      body: "Temporal failure, try again later.",
      outcome: "not_processed",
      reason: "Temporal failure",
    },
    {
      name: "invalid request",
      status: 400,
      body: "Missing receiver number, rejected",
      outcome: "rejected",
      reason: "Missing receiver",
    },
  ],
};
