import { slack } from "../../providers/chat/slack.ts";
import { PAYLOAD_FORM } from "../request-forms.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const slackCase: VendorCase<"chat"> = {
  provider: slack,
  credentials: {},
  message: {
    key: KEY,
    webhookUrl: "https://hooks.slack.com/services/T0/B0/x",
    channel: "ops",
    body: "Hi *Ada*",
  },
  request: {
    path: "/services/T0/B0/x",
    encoding: "json",
    needs: ["text|blocks|attachments"],
    headers: {},
    body: { text: "Hi *Ada*" },
    alsoTakes: [PAYLOAD_FORM],
  },
  responses: [
    { name: "posted", status: 200, body: "ok", outcome: "accepted" },
    { name: "invalid_payload", status: 400, body: "invalid_payload", outcome: "rejected" },
    { name: "action_prohibited", status: 403, body: "action_prohibited", outcome: "recipient_error" },
    {
      name: "no_service: the webhook was removed",
      status: 404,
      body: "no_service",
      outcome: "recipient_error",
    },
    { name: "channel_is_archived", status: 410, body: "channel_is_archived", outcome: "recipient_error" },
  ],
};
