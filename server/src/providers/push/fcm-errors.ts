import { walkPath } from "../../foundation/json-path.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";

/** Waiting times that Google recommends: https://firebase.google.com/docs/cloud-messaging/scale-fcm */
const QUOTA_WAIT_MS = 60_000;
const UNAVAILABLE_WAIT_MS = 10_000;

/**
 * https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode; UNREGISTERED_FID is the same about an installation id, and
 * NOT_FOUND without a code of FCM about either. SENDER_ID_MISMATCH: the device belongs to another project; it
 * stays with the subscriber, because the fault may be the service account.
 */
export function fcmVerdict(response: VendorResponse, token: string): Verdict | undefined {
  const { status, json } = response;
  if (status < 300) return textAt(json, "name") === undefined ? { kind: "ambiguous" } : undefined;
  switch (fcmErrorCode(json)) {
    case "UNREGISTERED":
    case "UNREGISTERED_FID":
      return { kind: "recipient_error", invalidTokens: [token] };
    case "INVALID_ARGUMENT":
      return isAboutToken(json) ? { kind: "recipient_error", invalidTokens: [token] } : { kind: "rejected" };
    case "NOT_FOUND":
      return isAboutProject(json) ? undefined : { kind: "recipient_error", invalidTokens: [token] };
    case "SENDER_ID_MISMATCH":
      return { kind: "recipient_error" };
    case "THIRD_PARTY_AUTH_ERROR":
      return { kind: "config_error" };
    case "QUOTA_EXCEEDED":
      return { kind: "not_processed", isThrottled: true, ...waiting(response, QUOTA_WAIT_MS) };
    case "UNAVAILABLE":
      return { kind: "not_processed", ...waiting(response, UNAVAILABLE_WAIT_MS) };
    default:
      return undefined;
  }
}

/** A 401 is about the access token, unless FCM names its own credentials for Apple or for Web Push. */
export function isTokenRefusal({ status, json }: VendorResponse): boolean {
  return status === 401 && fcmErrorCode(json) !== "THIRD_PARTY_AUTH_ERROR";
}

/** FCM's own code is in one of the details; `status` has Google's general code. */
function fcmErrorCode(json: unknown): string | undefined {
  const codes = detailsOf(json).map((detail) => textAt(detail, "errorCode"));
  return codes.find((code) => code !== undefined) ?? textAt(json, "error.status");
}

function isAboutToken(json: unknown): boolean {
  const fields = detailsOf(json).map((detail) => textAt(detail, "fieldViolations.0.field"));
  const isNamed = fields.some((field) => field === "message.token" || field === "message.fid");
  return isNamed || /registration token|installation id/i.test(textAt(json, "error.message") ?? "");
}

/** The project of the service account does not exist: the integration is wrong, not the device. */
function isAboutProject(json: unknown): boolean {
  return /project/i.test(textAt(json, "error.message", 4_000) ?? "");
}

function detailsOf(json: unknown): unknown[] {
  const details = walkPath(json, ["error", "details"]);
  return Array.isArray(details) ? details : [];
}

function waiting({ headers }: VendorResponse, retryAfterMs: number): { retryAfterMs?: number } {
  return headers["retry-after"] === undefined ? { retryAfterMs } : {};
}
