import { walkPath } from "../../foundation/json-path.ts";
import { fcm } from "../../providers/push/fcm.ts";
import { SERVICE_ACCOUNT, SERVICE_ACCOUNT_PUBLIC_KEY } from "../service-account.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { claimsOf, jwtFault } from "../verify-jwt.ts";

const DEVICE = "bk3RNwTe3H0:CI2k_HHwgIpoDKCIZvvDMExUdFQ3P1";
const FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError";

const error = (code: number, status: string, errorCode: string, message = "Something is wrong") => ({
  error: { code, message, status, details: [{ "@type": FCM_ERROR, errorCode }] },
});

/** One of them is enough: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send#authorization-scopes */
const SCOPES = ["firebase.messaging", "cloud-platform"].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

export const fcmCase: VendorCase<"push"> = {
  provider: fcm,
  credentials: { serviceAccount: JSON.stringify(SERVICE_ACCOUNT) },
  message: { key: KEY, tokens: [DEVICE], title: "Hi", body: "Hi Ada", data: { order: 7, name: "Ada" } },
  answersBefore: { "/token": { access_token: "ya29.token", expires_in: 3_599, token_type: "Bearer" } },
  verifyBefore({ body }, now) {
    const jwt = String(walkPath(body, ["assertion"]));
    const claims = { iss: SERVICE_ACCOUNT.client_email };
    const scopes = String(walkPath(claimsOf(jwt), ["scope"])).split(" ");
    const hasScope = SCOPES.some((scope) => scopes.includes(scope));
    return (
      jwtFault(jwt, { key: SERVICE_ACCOUNT_PUBLIC_KEY, now, claims }) ??
      (hasScope ? undefined : `the claim scope of the JWT has none of ${SCOPES.join(", ")}`)
    );
  },
  request: {
    path: "/v1/projects/my-project/messages:send",
    needs: ["message.token|message.fid|message.topic|message.condition"],
    headers: { authorization: "Bearer ya29.token", "content-type": "application/json" },
    body: {
      message: {
        token: DEVICE,
        notification: { title: "Hi", body: "Hi Ada" },
        data: { order: "7", name: "Ada" },
        android: { notification: { tag: KEY } },
        apns: { headers: { "apns-collapse-id": KEY } },
        webpush: { headers: { Topic: KEY } },
      },
    },
  },
  responses: [
    {
      name: "sent",
      status: 200,
      body: { name: "projects/my-project/messages/0:1500415314455276%31bd1c9631bd1c96" },
      outcome: "accepted",
      id: "projects/my-project/messages/0:1500415314455276%31bd1c9631bd1c96",
    },
    { name: "200 without a name", status: 200, body: {}, outcome: "ambiguous" },
    {
      name: "the app was removed from the device",
      status: 404,
      body: error(404, "NOT_FOUND", "UNREGISTERED", "Requested entity was not found."),
      outcome: "recipient_error",
      reason: "Requested entity was not found.",
      invalidTokens: [DEVICE],
    },
    {
      name: "the installation id is not registered any more",
      status: 404,
      body: error(404, "NOT_FOUND", "UNREGISTERED_FID", "Requested entity was not found."),
      outcome: "recipient_error",
      reason: "Requested entity was not found.",
      invalidTokens: [DEVICE],
    },
    {
      name: "not found, without a code of FCM",
      status: 404,
      body: { error: { code: 404, message: "Requested entity was not found.", status: "NOT_FOUND" } },
      outcome: "recipient_error",
      invalidTokens: [DEVICE],
    },
    {
      name: "invalid installation id, named as a field",
      status: 400,
      body: {
        error: {
          code: 400,
          message: "Request contains an invalid argument.",
          status: "INVALID_ARGUMENT",
          details: [
            {
              "@type": "type.googleapis.com/google.rpc.BadRequest",
              fieldViolations: [{ field: "message.fid", description: "Invalid installation id" }],
            },
          ],
        },
      },
      outcome: "recipient_error",
      invalidTokens: [DEVICE],
    },
    {
      name: "invalid device token",
      status: 400,
      body: error(
        400,
        "INVALID_ARGUMENT",
        "INVALID_ARGUMENT",
        "The registration token is not a valid FCM registration token",
      ),
      outcome: "recipient_error",
      invalidTokens: [DEVICE],
    },
    {
      name: "invalid device token, named as a field",
      status: 400,
      body: {
        error: {
          code: 400,
          message: "Request contains an invalid argument.",
          status: "INVALID_ARGUMENT",
          details: [
            { "@type": FCM_ERROR, errorCode: "INVALID_ARGUMENT" },
            {
              "@type": "type.googleapis.com/google.rpc.BadRequest",
              fieldViolations: [{ field: "message.token", description: "Invalid registration token" }],
            },
          ],
        },
      },
      outcome: "recipient_error",
      invalidTokens: [DEVICE],
    },
    {
      name: "invalid data",
      status: 400,
      body: {
        error: {
          code: 400,
          message: "Invalid value at 'message.data[0].value' (TYPE_STRING), 12",
          status: "INVALID_ARGUMENT",
          details: [
            {
              "@type": "type.googleapis.com/google.rpc.BadRequest",
              fieldViolations: [{ field: "message.data[0].value", description: "Invalid value" }],
            },
          ],
        },
      },
      outcome: "rejected",
      reason: "Invalid value at 'message.data[0].value'",
    },
    {
      name: "a device of another project",
      status: 403,
      body: error(403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH", "SenderId mismatch"),
      outcome: "recipient_error",
    },
    {
      name: "the API is not enabled",
      status: 403,
      body: {
        error: { code: 403, message: "The API has not been used before", status: "PERMISSION_DENIED" },
      },
      outcome: "config_error",
      reason: "The API has not been used before",
    },
    {
      name: "unknown project",
      status: 404,
      body: { error: { code: 404, message: "Project not found", status: "NOT_FOUND" } },
      outcome: "config_error",
    },
    {
      name: "FCM has no valid key for Apple",
      status: 401,
      body: error(401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR", "Auth error from APNS"),
      outcome: "config_error",
    },
    {
      name: "quota",
      status: 429,
      body: error(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"),
      outcome: "not_processed",
      retryAfterMs: 60_000,
      isThrottled: true,
    },
    {
      name: "unavailable",
      status: 503,
      body: error(503, "UNAVAILABLE", "UNAVAILABLE"),
      outcome: "not_processed",
      retryAfterMs: 10_000,
    },
    {
      name: "unavailable, with Retry-After",
      status: 503,
      headers: { "retry-after": "3" },
      body: error(503, "UNAVAILABLE", "UNAVAILABLE"),
      outcome: "not_processed",
      retryAfterMs: 3_000,
    },
    { name: "internal error", status: 500, body: error(500, "INTERNAL", "INTERNAL"), outcome: "ambiguous" },
  ],
};
