import { SIGNING_KEY, WEBHOOK_URL } from "../common-fields.ts";
import { missingCredential, reachOf, secretsOf, textOf } from "../credential.ts";
import type { Provider } from "../provider.ts";
import { postWebhook } from "../webhook.ts";

const FIELDS = [WEBHOOK_URL, SIGNING_KEY];

/**
 * Posts each push as JSON `{ id, target, title, content, payload }` to a URL of the operator; `target` has the device
 * tokens.
 */
export const pushWebhook: Provider<"push"> = {
  id: "push-webhook",
  channel: "push",
  displayName: "Push webhook",
  docsUrl: "https://www.standardwebhooks.com",
  fields: FIELDS,
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
        secrets: secretsOf(FIELDS, credentials),
        passthrough: message.passthrough,
      },
      io,
    );
  },
};
