import { msteams } from "../../providers/chat/msteams.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const msteamsCase: VendorCase<"chat"> = {
  provider: msteams,
  credentials: {},
  message: {
    key: KEY,
    webhookUrl: "https://prod.westeurope.logic.azure.com/workflows/1?sig=x",
    channel: "ops",
    body: "Hi *Ada*",
  },
  request: {
    path: "/workflows/1?sig=x",
    encoding: "json",
    needs: ["type", "attachments.0.content"],
    headers: {},
    body: {
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          contentUrl: null,
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.4",
            body: [{ type: "TextBlock", text: "Hi *Ada*", wrap: true }],
          },
        },
      ],
    },
  },
  responses: [
    { name: "accepted", status: 202, outcome: "accepted" },
    {
      name: "not a card",
      status: 400,
      body: { error: { code: "InvalidRequest", message: "The card is not valid" } },
      outcome: "rejected",
      reason: "The card is not valid",
    },
    {
      name: "deleted workflow",
      status: 404,
      body: { error: { code: "WorkflowNotFound", message: "The workflow could not be found." } },
      outcome: "recipient_error",
      reason: "could not be found",
    },
  ],
};
