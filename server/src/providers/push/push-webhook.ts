import { missingCredential, reachOf, secretsOf, textOf } from "../credential.ts";
import type { Provider } from "../provider.ts";
import { postWebhook } from "../webhook.ts";

/**
 * Posts each push as JSON `{ id, target, title, content, payload }` to a URL of the operator; `target` has the device
 * tokens. Credentials: webhookUrl, secretKey (signs the body).
 */
export const pushWebhook: Provider<"push"> = {
  id: "push-webhook",
  channel: "push",
  name: "Push webhook",
  requires: ["webhookUrl"],
  reaches: (credentials) => reachOf(credentials, "webhookUrl"),
  async send(message, credentials, io) {
    const url = textOf(credentials, "webhookUrl");
    if (url === undefined) return missingCredential("webhookUrl");
    const { key, tokens, title, body, data } = message;
    return postWebhook(
      {
        url,
        key,
        body: { id: key, target: tokens, title, content: body, payload: data ?? {} },
        secretKey: textOf(credentials, "secretKey"),
        secrets: secretsOf(credentials),
        passthrough: message.passthrough,
      },
      io,
    );
  },
};
