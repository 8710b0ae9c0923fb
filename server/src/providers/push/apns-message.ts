import { isJsonObject } from "../../foundation/json.ts";
import { lowerCased } from "../passthrough.ts";
import type { PushMessage, SendOutcome } from "../provider.ts";
import { uuidOf } from "../uuid-of.ts";
import { alertOf } from "./alert.ts";

/**
 * https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification: `aps`, and the data beside it.
 * Members in the trigger's `_passthrough.body` are added, those of its `aps` to `aps`.
 */
export function apnsBody(push: PushMessage): Record<string, unknown> {
  const { aps, ...others } = push.passthrough?.body ?? {};
  const more = isJsonObject(aps) ? aps : {};
  return { ...push.data, ...others, aps: { alert: alertOf(push), ...more } };
}

/**
 * https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns. APNs has no idempotency key: the
 * collapse id lets a device replace a notification that arrives twice. The trigger's `_passthrough.headers` replace these.
 */
export function apnsHeaders(push: PushMessage, token: string, topic: string): Record<string, string> {
  return {
    "apns-topic": topic,
    "apns-push-type": "alert",
    "apns-collapse-id": push.key,
    "apns-id": uuidOf(`${push.key} ${token}`),
    ...lowerCased(push.passthrough?.headers),
  };
}

const MAX_PAYLOAD_BYTES = 4_096;

/** The outcome of a message that APNs would refuse for its length; undefined for others. */
export function apnsSizeFault(body: Record<string, unknown>): SendOutcome | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes <= MAX_PAYLOAD_BYTES) return undefined;
  const reason = `The message has ${bytes} bytes of JSON; APNs accepts ${MAX_PAYLOAD_BYTES}.`;
  return { kind: "rejected", reason, isContentFault: true };
}
