import { parseResponse, textAt } from "../json-path.ts";
import type { SubscriptionKeys } from "./web-push-encryption.ts";

export type Subscription = {
  /** The URL of the browser's push service for this subscription. */
  endpoint: string;
  keys: SubscriptionKeys;
};

const MAX_ENDPOINT = 4_096;

/** Reads the JSON of a browser's `PushSubscription` (https://www.w3.org/TR/push-api/); undefined for any other text. */
export function subscriptionOf(token: string): Subscription | undefined {
  const json = parseResponse(token);
  const endpoint = textAt(json, "endpoint", MAX_ENDPOINT);
  const publicKey = bytesOf(textAt(json, "keys.p256dh"));
  const auth = bytesOf(textAt(json, "keys.auth"));
  if (!endpoint || !URL.canParse(endpoint) || !/^https?:/i.test(endpoint)) return undefined;
  return publicKey.length === 65 && auth.length === 16 ? { endpoint, keys: { publicKey, auth } } : undefined;
}

function bytesOf(base64: string | undefined): Buffer {
  return Buffer.from(base64 ?? "", "base64url");
}
