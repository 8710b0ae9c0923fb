import { zulip } from "../../providers/chat/zulip.ts";
import { PAYLOAD_FORM } from "../request-forms.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const zulipCase: VendorCase<"chat"> = {
  provider: zulip,
  credentials: {},
  message: {
    key: KEY,
    webhookUrl: "https://org.zulipchat.com/api/v1/external/slack_incoming?api_key=x",
    channel: "ops",
    body: "Hi *Ada*",
  },
  request: {
    path: "/api/v1/external/slack_incoming?api_key=x",
    encoding: "json",
    needs: ["text|attachments|blocks"],
    needsQuery: ["api_key"],
    headers: {},
    body: { text: "Hi *Ada*", channel: "ops" },
    alsoTakes: [PAYLOAD_FORM],
  },
  responses: [
    { name: "posted", status: 200, body: { result: "success", msg: "" }, outcome: "accepted" },
    {
      name: "wrong key",
      status: 401,
      body: { result: "error", msg: "Invalid API key", code: "INVALID_API_KEY" },
      outcome: "recipient_error",
      reason: "Invalid API key",
    },
    {
      name: "bad request",
      status: 400,
      body: { result: "error", msg: "Malformed JSON", code: "BAD_REQUEST" },
      outcome: "rejected",
    },
  ],
};
