import { SIGNING_KEY } from "../common-fields.ts";
import { secretsOf, textOf } from "../credential.ts";
import type { Provider, SendOutcome } from "../provider.ts";
import { postWebhook } from "../webhook.ts";

const FIELDS = [SIGNING_KEY];

/** Posts `{ id, content, channel }` to the URL in the subscriber's channel settings. */
export const chatWebhook: Provider<"chat"> = {
  id: "chat-webhook",
  channel: "chat",
  displayName: "Chat webhook",
  docsUrl: "https://www.standardwebhooks.com",
  fields: FIELDS,
  async send(message, credentials, io) {
    const { key, webhookUrl, channel, body } = message;
    const outcome = await postWebhook(
      {
        url: webhookUrl,
        key,
        body: { id: key, content: body, channel },
        secretKey: textOf(credentials, "secretKey"),
        secrets: secretsOf(FIELDS, credentials),
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
