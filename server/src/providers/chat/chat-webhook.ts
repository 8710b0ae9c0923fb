import { secretsOf, textOf } from "../credential.ts";
import type { Provider, SendOutcome } from "../provider.ts";
import { postWebhook } from "../webhook.ts";

/**
 * Posts `{ id, content, channel }` to the URL in the subscriber's channel settings. Credentials: secretKey (signs the
 * body).
 */
export const chatWebhook: Provider<"chat"> = {
  id: "chat-webhook",
  channel: "chat",
  name: "Chat webhook",
  requires: [],
  async send(message, credentials, io) {
    const { key, webhookUrl, channel, body } = message;
    const outcome = await postWebhook(
      {
        url: webhookUrl,
        key,
        body: { id: key, content: body, channel },
        secretKey: textOf(credentials, "secretKey"),
        secrets: secretsOf(credentials),
        passthrough: message.passthrough,
      },
      io,
    );
    return blameRecipient(outcome);
  },
};

/** The URL belongs to the subscriber: a wrong or forbidden URL is not a fault of the integration. */
function blameRecipient(outcome: SendOutcome): SendOutcome {
  return outcome.kind === "config_error" ? { ...outcome, kind: "recipient_error" } : outcome;
}
