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
    needsQuery: ["sig"],
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
    { name: "accepted by a connector", status: 200, body: "1", outcome: "accepted" },
    {
      name: "a connector that did not deliver it",
      status: 200,
      body: "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId tcid=1",
      outcome: "rejected",
      reason: "HTTP error 413",
    },
    {
      name: "a connector that is rate limited inside",
      status: 200,
      body: "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId tcid=1",
      outcome: "not_processed",
      reason: "HTTP error 429",
      isThrottled: true,
    },
    {
      name: "a connector that was removed from its channel",
      status: 200,
      body: "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 404 with ContextId tcid=1",
      outcome: "recipient_error",
      reason: "HTTP error 404",
    },
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
