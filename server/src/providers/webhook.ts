import { createHmac } from "node:crypto";
import { outcomeOf } from "./http-outcome.ts";
import { lowerCased, passthroughFault, withQuery } from "./passthrough.ts";
import type { Passthrough, ProviderIO, SendOutcome } from "./provider.ts";

type Webhook = {
  url: string;
  /** Sent as `Idempotency-Key` and as `webhook-id`; the same for every attempt. */
  key: string;
  body: Record<string, unknown>;
  /** Signs the body when the integration has one. */
  secretKey: string | undefined;
  /** Masked in the receiver's response. */
  secrets: readonly string[];
  /** The trigger's additions to the request; they cannot change the key, the type or the signature. */
  passthrough?: Passthrough | undefined;
};

/**
 * The POST of JSON of the three webhook providers, signed after Standard Webhooks (https://www.standardwebhooks.com):
 * `webhook-id` is the message's key, `webhook-timestamp` the second of this attempt, `webhook-signature` is `v1,` and the
 * base64 HMAC-SHA256 of `id.timestamp.body`, so that a receiver can reject old or repeated requests.
 * `X-Tidings-Signature` is the older form: the hex HMAC-SHA256 of the exact bytes of the body. Both use the integration's
 * `secretKey`, and are absent without one. The receiver answers 2xx, also for a repeated key (a 409 that says so is
 * accepted too), and may return its own id as `id` or `messageId`.
 */
export async function postWebhook(webhook: Webhook, io: ProviderIO): Promise<SendOutcome> {
  const fault = passthroughFault(webhook.passthrough);
  if (fault) return fault;
  const body = JSON.stringify({ ...webhook.body, ...webhook.passthrough?.body });
  const result = await io.request({
    method: "POST",
    url: withQuery(webhook.url, webhook.passthrough?.query),
    headers: {
      ...lowerCased(webhook.passthrough?.headers),
      "content-type": "application/json",
      "idempotency-key": webhook.key,
      ...identified(webhook, body, io.now()),
    },
    body,
  });
  return outcomeOf(result, { secrets: [...webhook.secrets, webhook.url], idPaths: ["id", "messageId"] });
}

function identified({ key, secretKey }: Webhook, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const identity = { "webhook-id": key, "webhook-timestamp": timestamp };
  if (secretKey === undefined) return identity;
  const signature = hmac(signingKey(secretKey), `${key}.${timestamp}.${body}`).toString("base64");
  return {
    ...identity,
    "webhook-signature": `v1,${signature}`,
    "x-tidings-signature": hmac(secretKey, body).toString("hex"),
  };
}

const BASE64_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/** A secret `whsec_<base64>` is decoded from base64; any other secret is used as UTF-8 bytes. */
function signingKey(secretKey: string): Buffer {
  const [, encoded] = BASE64_SECRET.exec(secretKey) ?? [];
  return encoded === undefined ? Buffer.from(secretKey) : Buffer.from(encoded, "base64");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
