import { rocketChat } from "../../providers/chat/rocket-chat.ts";
import { PAYLOAD_FORM } from "../request-forms.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const rocketChatCase: VendorCase<"chat"> = {
  provider: rocketChat,
  credentials: {},
  message: { key: KEY, webhookUrl: "https://chat.example.com/hooks/1/x", channel: "ops", body: "Hi *Ada*" },
  request: {
    path: "/hooks/1/x",
    encoding: "json",
    needs: ["text|attachments"],
    headers: {},
    body: { text: "Hi *Ada*", channel: "ops" },
    alsoTakes: [PAYLOAD_FORM],
  },
  responses: [
    { name: "posted", status: 200, body: { success: true }, outcome: "accepted" },
    {
      name: "success: false",
      status: 200,
      body: { success: false, error: "The message is too long" },
      outcome: "rejected",
      reason: "too long",
    },
    {
      name: "unknown channel",
      status: 400,
      body: { success: false, error: "invalid-channel" },
      outcome: "rejected",
      reason: "invalid-channel",
    },
  ],
};
