import { webPush } from "../../providers/push/web-push.ts";
import { decryptWebPush } from "../decrypt-web-push.ts";
import { ownKey } from "../own-key.ts";
import type { Received } from "../received.ts";
import { KEY, VENDOR_ORIGIN, type VendorCase } from "../vendor-case.ts";
import { jwtFault } from "../verify-jwt.ts";

const VAPID = ownKey("vapid");
const BROWSER = { pair: ownKey("browser").pair, auth: Buffer.alloc(16, "auth") };

/** What the browser of the simulator got from its push service when it subscribed. */
const SUBSCRIPTION = {
  endpoint: `${VENDOR_ORIGIN}/push/ada`,
  keys: { p256dh: BROWSER.pair.getPublicKey("base64url"), auth: BROWSER.auth.toString("base64url") },
};

/** RFC 8292, section 4: the browser subscribed with one VAPID key, so only its owner may send. */
function verify({ headers, url }: Received, now: Date): string | undefined {
  const [, jwt = "", key] = /^vapid t=([^,\s]+),\s*k=(\S+)$/.exec(headers.authorization ?? "") ?? [];
  if (key !== VAPID.publicPoint) return "the browser has subscribed with another VAPID key";
  return jwtFault(jwt, { key: VAPID.publicKey, now, claims: { aud: new URL(url).origin } });
}

/** A push service by RFC 8030, and a browser that reads the messages. */
export const webPushCase: VendorCase<"push"> = {
  provider: webPush,
  credentials: { apiKey: VAPID.publicPoint, secretKey: VAPID.privateNumber, from: "ops@example.com" },
  message: {
    key: KEY,
    tokens: [JSON.stringify(SUBSCRIPTION)],
    title: "Hi",
    body: "Hi Ada",
    data: { order: 7 },
  },
  request: {
    path: "/push/ada",
    needs: ["body"],
    needsHeaders: ["ttl"],
    headers: { ttl: "2419200", "content-encoding": "aes128gcm", "content-type": "application/octet-stream" },
    body: { id: KEY, title: "Hi", body: "Hi Ada", data: { order: 7 } },
    decode: (bytes) => decryptWebPush(bytes, BROWSER),
    verify,
  },
  responses: [
    {
      name: "created",
      status: 201,
      headers: { location: `${VENDOR_ORIGIN}/message/1` },
      outcome: "accepted",
    },
    {
      name: "unsubscribed",
      status: 410,
      outcome: "recipient_error",
      invalidTokens: [JSON.stringify(SUBSCRIPTION)],
    },
    {
      name: "unknown subscription",
      status: 404,
      outcome: "recipient_error",
      invalidTokens: [JSON.stringify(SUBSCRIPTION)],
    },
    { name: "another VAPID key", status: 403, outcome: "recipient_error" },
    { name: "too large", status: 413, outcome: "rejected" },
    {
      name: "too many requests",
      status: 429,
      headers: { "retry-after": "20" },
      outcome: "not_processed",
      retryAfterMs: 20_000,
      isThrottled: true,
    },
  ],
};
