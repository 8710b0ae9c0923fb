import { chatHook } from "./chat-hook.ts";

/**
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: the URL decides the channel, and an error is one
 * word in the body. `_passthrough.body` can add `blocks`. Has no idempotency key.
 */
export const slack = chatHook({
  id: "slack",
  displayName: "Slack",
  docsUrl: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
  reading: { idPaths: [], errorPaths: [] },
  requestOf: ({ body }) => ({ json: { text: body } }),
});
