import { createHmac, timingSafeEqual } from "node:crypto";
import type { JsonObject } from "../foundation/json.ts";
import { olpcJson } from "./olpc-json.ts";

/** The signature of a subscriber's id: HMAC-SHA256 with an API key, as lower-case hexadecimal text. */
export function subscriberHash(apiKey: string, subscriberKey: string): string {
  return createHmac("sha256", apiKey).update(subscriberKey).digest("hex");
}

/** The signature of a session's contexts: the same over their canonical JSON. */
export function contextHash(apiKey: string, context: JsonObject): string {
  return createHmac("sha256", apiKey).update(olpcJson(context)).digest("hex");
}

/** Compares in constant time. */
export function isSameHash(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
