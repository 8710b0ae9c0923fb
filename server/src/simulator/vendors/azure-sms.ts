import { azureSms } from "../../providers/sms/azure-sms.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { signedByAzure } from "../verify-signature.ts";

const result = (item: object) => ({ value: [{ to: "+492", ...item }] });

export const azureSmsCase: VendorCase<"sms"> = {
  provider: azureSms,
  credentials: {
    accessKey: "endpoint=https://contoso.communication.azure.com/;accesskey=dGhlLWFjY2Vzcy1rZXk=",
    from: "+491",
  },
  message: { key: KEY, to: "+492", body: "Hi" },
  request: {
    path: "/sms?api-version=2021-03-07",
    needs: ["from", "message", "smsRecipients.0.to"],
    needsQuery: ["api-version"],
    verify: signedByAzure("dGhlLWFjY2Vzcy1rZXk="),
    // The signature depends on the port of the receiver.
    headers: { "x-ms-date": "Sat, 01 Aug 2026 12:00:00 GMT", "content-type": "application/json" },
    body: {
      from: "+491",
      message: "Hi",
      smsRecipients: [
        {
          to: "+492",
          repeatabilityRequestId: "84cb29b2-c78b-893c-8d30-a90d5a9f6702",
          repeatabilityFirstSent: "Sat, 01 Aug 2026 12:00:00 GMT",
        },
      ],
    },
  },
  check: {
    method: "GET",
    path: "/phoneNumbers?api-version=2022-12-01",
    headers: { "x-ms-date": "Sat, 01 Aug 2026 12:00:00 GMT" },
    answer: { phoneNumbers: [] },
  },
  deduplication: {
    keyAt: ["repeatabilityRequestId", "repeatabilityFirstSent"].map((name) => `body.smsRecipients.0.${name}`),
  },
  responses: [
    {
      name: "accepted",
      status: 202,
      body: result({
        messageId: "Outgoing_1",
        httpStatusCode: 202,
        repeatabilityResult: "accepted",
        successful: true,
      }),
      outcome: "accepted",
      id: "Outgoing_1",
    },
    {
      name: "invalid number",
      status: 202,
      body: result({
        httpStatusCode: 400,
        errorMessage: "Invalid To phone number format.",
        successful: false,
      }),
      outcome: "recipient_error",
      reason: "Invalid To phone number",
    },
    {
      name: "repeatability fields are refused",
      status: 202,
      body: result({
        httpStatusCode: 400,
        repeatabilityResult: "rejected",
        errorMessage: "No.",
        successful: false,
      }),
      outcome: "rejected",
    },
    {
      name: "too many messages to this number",
      status: 202,
      body: result({ httpStatusCode: 429, errorMessage: "Too many requests.", successful: false }),
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "internal error for this recipient",
      status: 202,
      body: result({ httpStatusCode: 500, successful: false }),
      outcome: "ambiguous",
    },
    { name: "no result", status: 202, body: {}, outcome: "ambiguous" },
    {
      name: "wrong key",
      status: 401,
      body: { error: { code: "Denied", message: "Denied by the resource provider." } },
      outcome: "config_error",
      reason: "Denied by",
    },
    {
      name: "a fault of the sender, told for this recipient",
      status: 202,
      body: result({
        httpStatusCode: 400,
        errorMessage: "The From number is not verified.",
        successful: false,
      }),
      outcome: "config_error",
      reason: "The From number is not verified",
    },
  ],
};
