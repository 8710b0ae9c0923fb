import { SIGNING_KEY } from "../common-fields.ts";
import { secretsOf, textOf } from "../credential.ts";
import type { Provider } from "../provider.ts";
import { postWebhook } from "../webhook.ts";
import { missingAddress } from "./chat-account.ts";
import { blameRecipient } from "./chat-hook.ts";

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
    if (!webhookUrl) return missingAddress("webhookUrl");
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
