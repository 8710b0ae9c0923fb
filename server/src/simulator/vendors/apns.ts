import { createPublicKey } from "node:crypto";
import { apns } from "../../providers/push/apns.ts";
import { uuidOf } from "../../providers/uuid-of.ts";
import { KEY, NOW, type VendorCase } from "../vendor-case.ts";
import { jwtFault } from "../verify-jwt.ts";

const DEVICE = "a1".repeat(32);
const APNS_ID = uuidOf(`${KEY} ${DEVICE}`);

/** Made for tests and the simulator. */
const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+/nAShJ4wXqAjq1G
rqkCljl5obzEJv5Q+DkHf9wVxYmhRANCAATPaBGuP+H3xnevM+fCiPjnvAueV/tN
8yHfYpFYvEVzyecv/bTEcCbpkfltUqnMzWZHUMVHnEH+BnWK94pj3gQC
-----END PRIVATE KEY-----`;
const PUBLIC_KEY = createPublicKey(PRIVATE_KEY);
const TEAM_ID = "DEF123GHIJ";

export const apnsCase: VendorCase<"push"> = {
  provider: apns,
  credentials: {
    secretKey: PRIVATE_KEY,
    apiKey: "ABC123DEFG",
    projectName: TEAM_ID,
    applicationId: "com.example.app",
  },
  message: { key: KEY, tokens: [DEVICE], title: "Hi", body: "Hi Ada", data: { order: 7 } },
  request: {
    path: `/3/device/${DEVICE}`,
    encoding: "any",
    needs: ["aps"],
    needsHeaders: ["apns-topic"],
    headers: {
      "content-type": "application/json",
      "apns-topic": "com.example.app",
      "apns-push-type": "alert",
      "apns-collapse-id": KEY,
      "apns-id": APNS_ID,
    },
    body: { aps: { alert: { title: "Hi", body: "Hi Ada" } }, order: 7 },
    verify({ headers }, now) {
      const jwt = /^bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
      return jwtFault(jwt, { key: PUBLIC_KEY, now, claims: { iss: TEAM_ID } });
    },
  },
  check: { method: "POST", path: `/3/device/${"0".repeat(64)}`, answer: "" },
  refusals: { aps: "PayloadEmpty", "apns-topic": "MissingTopic" },
  responses: [
    { name: "sent", status: 200, headers: { "apns-id": APNS_ID }, outcome: "accepted", id: APNS_ID },
    {
      name: "BadDeviceToken",
      status: 400,
      body: { reason: "BadDeviceToken" },
      outcome: "recipient_error",
      reason: "BadDeviceToken",
      invalidTokens: [DEVICE],
    },
    {
      name: "Unregistered",
      status: 410,
      body: { reason: "Unregistered", timestamp: NOW.getTime() },
      outcome: "recipient_error",
      invalidTokens: [DEVICE],
    },
    {
      name: "ExpiredToken",
      status: 410,
      body: { reason: "ExpiredToken" },
      outcome: "recipient_error",
      invalidTokens: [DEVICE],
    },
    {
      name: "DeviceTokenNotForTopic",
      status: 400,
      body: { reason: "DeviceTokenNotForTopic" },
      outcome: "recipient_error",
    },
    { name: "MissingTopic", status: 400, body: { reason: "MissingTopic" }, outcome: "config_error" },
    { name: "BadTopic", status: 400, body: { reason: "BadTopic" }, outcome: "config_error" },
    { name: "TopicDisallowed", status: 400, body: { reason: "TopicDisallowed" }, outcome: "config_error" },
    { name: "PayloadEmpty", status: 400, body: { reason: "PayloadEmpty" }, outcome: "rejected" },
    { name: "BadCollapseId", status: 400, body: { reason: "BadCollapseId" }, outcome: "rejected" },
    { name: "IdleTimeout", status: 400, body: { reason: "IdleTimeout" }, outcome: "not_processed" },
    {
      name: "InvalidProviderToken",
      status: 403,
      body: { reason: "InvalidProviderToken" },
      outcome: "config_error",
      reason: "InvalidProviderToken",
    },
    {
      name: "BadEnvironmentKeyInToken",
      status: 403,
      body: { reason: "BadEnvironmentKeyInToken" },
      outcome: "config_error",
    },
    { name: "PayloadTooLarge", status: 413, body: { reason: "PayloadTooLarge" }, outcome: "rejected" },
    {
      name: "TooManyRequests",
      status: 429,
      body: { reason: "TooManyRequests" },
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "TooManyProviderTokenUpdates",
      status: 429,
      headers: { "retry-after": "60" },
      body: { reason: "TooManyProviderTokenUpdates" },
      outcome: "not_processed",
      retryAfterMs: 60_000,
      isThrottled: true,
    },
    {
      name: "InternalServerError",
      status: 500,
      body: { reason: "InternalServerError" },
      outcome: "ambiguous",
    },
    { name: "Shutdown", status: 503, body: { reason: "Shutdown" }, outcome: "not_processed" },
  ],
};
