import { chatHook } from "./chat-hook.ts";

const CARD = "application/vnd.microsoft.card.adaptive";

/**
 * The URL of a Teams workflow "Post to a channel when a webhook request is received"; the connectors of Office 365 have ended.
 * https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498
 * and https://learn.microsoft.com/en-us/adaptive-cards/. The answer is 202 without a body. Has no idempotency key.
 */
export const msteams = chatHook({
  id: "msteams",
  displayName: "Microsoft Teams",
  docsUrl: "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/",
  reading: { idPaths: [], errorPaths: ["error.message"] },
  requestOf: ({ body }) => ({
    json: { type: "message", attachments: [{ contentType: CARD, contentUrl: null, content: cardOf(body) }] },
  }),
});

function cardOf(text: string): object {
  return {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [{ type: "TextBlock", text, wrap: true }],
  };
}
