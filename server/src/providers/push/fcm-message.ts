import { isJsonObject } from "../../foundation/json.ts";
import type { PushMessage, SendOutcome } from "../provider.ts";
import { alertOf } from "./alert.ts";
import { stringData } from "./string-data.ts";

/**
 * The body of a call for one device: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages. FCM has no
 * idempotency key, so tag, collapse id and topic let a device replace a message that arrives twice. Members of `message` in the
 * trigger's `_passthrough.body` replace ours, except the device: FCM takes exactly one target.
 */
export function fcmBody(push: PushMessage, token: string): Record<string, unknown> {
  const { message, ...options } = push.passthrough?.body ?? {};
  const {
    token: _token,
    fid: _fid,
    topic: _topic,
    condition: _condition,
    ...more
  } = isJsonObject(message) ? message : {};
  return { ...options, message: { ...messageOf(push), ...more, ...targetOf(token) } };
}

/**
 * An app registers with its Firebase installation id, 22 characters of base64url of which the first has four fixed bits
 * (https://firebase.google.com/docs/cloud-messaging/manage-tokens), or with a registration token, which is longer.
 */
const INSTALLATION_ID = /^[cdef][\w-]{21}$/;

function targetOf(token: string): { fid: string } | { token: string } {
  return INSTALLATION_ID.test(token) ? { fid: token } : { token };
}

function messageOf(push: PushMessage): Record<string, unknown> {
  const { key, data } = push;
  return {
    notification: alertOf(push),
    data: stringData(data),
    android: { notification: { tag: key } },
    apns: { headers: { "apns-collapse-id": key } },
    webpush: { headers: { Topic: key } },
  };
}

/** https://firebase.google.com/docs/cloud-messaging/concept-options: notification and data, with their keys. */
const MAX_PAYLOAD_BYTES = 4_096;

/** The outcome of a message that FCM would refuse for its length; undefined for others. */
export function fcmSizeFault({ message }: Record<string, unknown>): SendOutcome | undefined {
  const { notification, data } = message as Record<string, unknown>;
  const bytes = payloadBytes(notification) + payloadBytes(data);
  if (bytes <= MAX_PAYLOAD_BYTES) return undefined;
  const reason = `The message has ${bytes} bytes of title, body and data; FCM accepts ${MAX_PAYLOAD_BYTES}.`;
  return { kind: "rejected", reason, isContentFault: true };
}

function payloadBytes(value: unknown): number {
  if (typeof value !== "object" || value === null) return Buffer.byteLength(String(value ?? ""));
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + Buffer.byteLength(name) + payloadBytes(member),
    0,
  );
}
