import { createHmac } from "node:crypto";
import { outcomeOf } from "./http-outcome.ts";
import { lowerCased, withQuery } from "./passthrough.ts";
import type { Doors, Passthrough, SendOutcome } from "./provider.ts";

type Webhook = {
  url: string;
  /** Goes out as `Idempotency-Key`, the same for every try. */
  key: string;
  body: Record<string, unknown>;
  /** Signs the body when the integration has one. */
  secretKey: string | undefined;
  /** Masked in the receiver's answer. */
  secrets: readonly string[];
  /** What the trigger wants in the request beside it; it does not touch the key, the type or the signature. */
  passthrough?: Passthrough | undefined;
};

/**
 * What the three webhook providers share: one POST of JSON. `X-Tidings-Signature` is the hex HMAC-SHA256 of the exact
 * bytes of the body, keyed with the integration's `secretKey`; absent without one. The receiver answers 2xx, also when
 * it meets a key again (a 409 that says so is understood too), and may name its own id as `id` or `messageId`.
 */
export async function postWebhook(webhook: Webhook, doors: Doors): Promise<SendOutcome> {
  const body = JSON.stringify({ ...webhook.body, ...webhook.passthrough?.body });
  const answer = await doors.request({
    method: "POST",
    url: withQuery(webhook.url, webhook.passthrough?.query),
    headers: {
      ...lowerCased(webhook.passthrough?.headers),
      "content-type": "application/json",
      "idempotency-key": webhook.key,
      ...(webhook.secretKey === undefined ? {} : { "x-tidings-signature": sign(webhook.secretKey, body) }),
    },
    body,
  });
  return outcomeOf(answer, { secrets: [...webhook.secrets, webhook.url], idPaths: ["id", "messageId"] });
}

function sign(secretKey: string, body: string): string {
  return createHmac("sha256", secretKey).update(body).digest("hex");
}
