import { createECDH, randomBytes } from "node:crypto";
// @ts-expect-error The package has no types.
import ece from "http_ece";

/** A browser that has subscribed at a push service. */
export type WebPushBrowser = {
  /** The JSON of its `PushSubscription`. */
  readonly token: string;
  /** The path of its endpoint. */
  readonly path: string;
  /** What its service worker gets, decrypted by another implementation than ours. */
  decrypt(body: Buffer | undefined): string;
};

export function webPushBrowser(serviceUrl: string, name = "ada"): WebPushBrowser {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const auth = randomBytes(16).toString("base64url");
  const keys = { p256dh: pair.getPublicKey("base64url"), auth };
  const path = `/push/${name}-${"x".repeat(20)}`;
  return {
    path,
    token: JSON.stringify({ endpoint: `${serviceUrl}${path}`, keys }),
    decrypt: (body) =>
      ece.decrypt(body, { version: "aes128gcm", privateKey: pair, authSecret: auth }).toString(),
  };
}
