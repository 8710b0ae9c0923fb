import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";

/** The device token will never work again, or never did. */
const INVALID = ["BadDeviceToken", "ExpiredToken", "Unregistered"];

/** Reasons whose meaning the status does not say. */
const VERDICTS: Record<string, Verdict> = {
  BadTopic: { kind: "config_error" },
  // A device of another app. It stays with the subscriber, because the fault may be the bundle ID of the integration.
  DeviceTokenNotForTopic: { kind: "recipient_error" },
  IdleTimeout: { kind: "not_processed" },
  MissingTopic: { kind: "config_error" },
  TooManyProviderTokenUpdates: { kind: "not_processed", isThrottled: true },
  TopicDisallowed: { kind: "config_error" },
};

/**
 * The meaning of a response:
 * https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
 */
export function apnsVerdict(response: VendorResponse, token: string): Verdict | undefined {
  const reason = apnsReason(response);
  if (INVALID.includes(reason)) {
    return { kind: "recipient_error", invalidTokens: [token], ...goneAt(response, token) };
  }
  return VERDICTS[reason];
}

/**
 * A 410 has the time (milliseconds since 1970) at which APNs confirmed that the token is no longer valid; a device that registered it
 * later has a valid one.
 */
function goneAt({ status, json }: VendorResponse, token: string): Pick<Verdict, "goneAt"> {
  const ms = Number(textAt(json, "timestamp"));
  return status === 410 && ms > 0 ? { goneAt: new Map([[token, ms]]) } : {};
}

/** APNs no longer accepts the JWT; another one, signed now, may be accepted. */
export function isJwtRefusal(response: VendorResponse): boolean {
  return apnsReason(response) === "ExpiredProviderToken";
}

/** APNs looks at the credentials first: it has accepted them when it names only the device token. */
export function checkVerdict(response: VendorResponse): Verdict | undefined {
  return INVALID.includes(apnsReason(response)) ? { kind: "accepted" } : VERDICTS[apnsReason(response)];
}

function apnsReason({ json }: VendorResponse): string {
  return textAt(json, "reason") ?? "";
}
