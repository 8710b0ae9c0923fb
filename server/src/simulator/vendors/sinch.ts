import { sinch } from "../../providers/sms/sinch.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const sinchCase: VendorCase<"sms"> = {
  provider: sinch,
  credentials: { accountSid: "plan1", apiToken: "the-token", region: "eu", from: "+491" },
  message: { key: KEY, to: "+492", body: "Hi" },
  request: {
    path: "/xms/v1/plan1/batches",
    encoding: "json",
    needs: ["to", "body"],
    headers: { authorization: "Bearer the-token", "content-type": "application/json" },
    body: { from: "+491", to: ["+492"], body: "Hi", client_reference: KEY },
  },
  check: {
    method: "GET",
    path: "/xms/v1/plan1/batches?page_size=1",
    headers: { authorization: "Bearer the-token" },
    answer: { count: 0, page: 0, batches: [] },
  },
  responses: [
    {
      name: "created",
      status: 201,
      body: { id: "01FC66621XXXXX119Z8PMV1QPQ", to: ["492"], type: "mt_text", canceled: false },
      outcome: "accepted",
      id: "01FC66621XXXXX119Z8PMV1QPQ",
    },
    {
      name: "invalid parameter",
      status: 400,
      body: { code: "syntax_invalid_parameter_format", text: "to: Invalid format" },
      outcome: "rejected",
      reason: "Invalid format",
    },
    {
      name: "forbidden",
      status: 403,
      body: { code: "forbidden", text: "Forbidden request" },
      outcome: "config_error",
      reason: "Forbidden request",
    },
    { name: "too many requests", status: 429, outcome: "not_processed", isThrottled: true },
  ],
};
