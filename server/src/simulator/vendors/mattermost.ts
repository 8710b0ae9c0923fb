import { mattermost } from "../../providers/chat/mattermost.ts";
import { PAYLOAD_FORM } from "../request-forms.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const mattermostCase: VendorCase<"chat"> = {
  provider: mattermost,
  credentials: {},
  message: { key: KEY, webhookUrl: "https://chat.example.com/hooks/x", channel: "ops", body: "Hi *Ada*" },
  request: {
    path: "/hooks/x",
    encoding: "json",
    needs: ["text|attachments|props"],
    headers: {},
    body: { text: "Hi *Ada*", channel: "ops" },
    alsoTakes: [PAYLOAD_FORM],
  },
  responses: [
    { name: "posted", status: 200, body: "ok", outcome: "accepted" },
    {
      name: "unknown channel",
      status: 404,
      body: {
        id: "web.incoming_webhook.channel.app_error",
        message: "Couldn't find the channel.",
        status_code: 404,
      },
      outcome: "recipient_error",
      reason: "find the channel",
    },
    {
      name: "no text",
      status: 400,
      body: { id: "web.incoming_webhook.text.app_error", message: "No text specified.", status_code: 400 },
      outcome: "rejected",
    },
  ],
};
