import { Errors } from "apns2";
import { readAnswer } from "./judge.mjs";
import { matchesIn, quotedIn, unique } from "./readers.mjs";

export const expoErrors = {
  package: "expo-server-sdk",
  list: "errors of a ticket",
  words: () =>
    quotedIn({
      file: "expo-server-sdk/build/ExpoClient.d.ts",
      start: /type ExpoPushErrorReceipt = \{[\s\S]*?error\?: /,
    }),
  read(error) {
    const ticket = { status: "error", message: "No.", details: { error } };
    return readAnswer({ provider: "expo" }, { status: 200, body: { data: [ticket, ticket] } });
  },
  rows: {
    DeveloperError: ["rejected", "The request of the project is wrong."],
    DeviceNotRegistered: "recipient_error gone",
    ExpoError: "ambiguous",
    InvalidCredentials: "config_error",
    MessageRateExceeded: "not_processed throttled",
    MessageTooBig: "rejected",
    ProviderError: "ambiguous",
  },
};

const LEGACY = "A code of the HTTP API before version 1, which is switched off.";

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
const FCM_STATUSES = {
  NOT_FOUND: 404,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  UNAUTHENTICATED: 401,
  APNS_AUTH_ERROR: 401,
  INTERNAL: 500,
  QUOTA_EXCEEDED: 429,
  SENDER_ID_MISMATCH: 403,
  THIRD_PARTY_AUTH_ERROR: 401,
  UNAVAILABLE: 503,
  UNREGISTERED: 404,
  UNREGISTERED_FID: 404,
  UNSPECIFIED_ERROR: 500,
};

export const fcmErrors = {
  package: "firebase-admin",
  list: "codes of the server",
  words: () => {
    const [body] = matchesIn(
      "firebase-admin/lib/messaging/error.js",
      /const MESSAGING_SERVER_TO_CLIENT_CODE = (\{[\s\S]*?\n\});/g,
    );
    return unique([...body.matchAll(/^ {4}(\w+): '/gm)].map(([, word]) => word));
  },
  read(errorCode) {
    const details = [{ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode }];
    const status = FCM_STATUSES[errorCode] ?? 400;
    return readAnswer(
      { provider: "fcm" },
      { status, body: { error: { code: status, message: "No.", details } } },
    );
  },
  rows: {
    ...Object.fromEntries(
      [
        ...[
          "InvalidParameters",
          "MismatchSenderId",
          "Unavailable",
          "InternalServerError",
          "InvalidRegistration",
        ],
        ...["NotRegistered", "InvalidPackageName", "MessageTooBig", "InvalidDataKey", "InvalidTtl"],
        ...["DeviceMessageRateExceeded", "TopicsMessageRateExceeded", "InvalidApnsCredential"],
      ].map((word) => [word, ["rejected", LEGACY]]),
    ),
    NOT_FOUND: [
      "recipient_error gone",
      "Without a further detail: the token is not registered, as the SDK reads it.",
    ],
    PERMISSION_DENIED: "config_error",
    RESOURCE_EXHAUSTED: "not_processed throttled",
    UNAUTHENTICATED: "config_error",
    APNS_AUTH_ERROR: "config_error",
    INTERNAL: "ambiguous",
    INVALID_ARGUMENT: ["rejected", "Unless its sentence or field is about the token."],
    QUOTA_EXCEEDED: "not_processed throttled",
    SENDER_ID_MISMATCH: [
      "recipient_error",
      "A device of another project: the token stays, the fault may be the account.",
    ],
    THIRD_PARTY_AUTH_ERROR: "config_error",
    UNAVAILABLE: "not_processed",
    UNREGISTERED: "recipient_error gone",
    UNREGISTERED_FID: "recipient_error gone",
    UNSPECIFIED_ERROR: "ambiguous",
  },
};

/** https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns */
const APNS_STATUSES = {
  BadCertificate: 403,
  BadCertificateEnvironment: 403,
  BadPath: 404,
  ExpiredProviderToken: 403,
  Forbidden: 403,
  InternalServerError: 500,
  InvalidProviderToken: 403,
  MethodNotAllowed: 405,
  MissingProviderToken: 403,
  PayloadTooLarge: 413,
  ServiceUnavailable: 503,
  Shutdown: 503,
  TooManyProviderTokenUpdates: 429,
  TooManyRequests: 429,
  Unregistered: 410,
};

const OF_SDK = "A word of the SDK for its own errors.";

export const apnsReasons = {
  package: "apns2",
  list: "reasons",
  words: () => Object.values(Errors),
  read: (reason) =>
    readAnswer({ provider: "apns" }, { status: APNS_STATUSES[reason] ?? 400, body: { reason } }),
  rows: {
    BadCertificate: "config_error",
    BadCertificateEnvironment: "config_error",
    BadCollapseId: "rejected",
    BadDeviceToken: "recipient_error gone",
    BadExpirationDate: "rejected",
    BadMessageId: "rejected",
    BadPath: "config_error",
    BadPriority: "rejected",
    BadTopic: "config_error",
    DeviceTokenNotForTopic: [
      "recipient_error",
      "A device of another app: the token stays, the fault may be the topic.",
    ],
    DuplicateHeaders: "rejected",
    Error: ["rejected", OF_SDK],
    ExpiredProviderToken: "config_error",
    Forbidden: "config_error",
    IdleTimeout: "not_processed",
    InternalServerError: "ambiguous",
    InvalidProviderToken: "config_error",
    InvalidPushType: "rejected",
    InvalidSigningKey: ["rejected", OF_SDK],
    MethodNotAllowed: "config_error",
    MissingDeviceToken: "rejected",
    MissingProviderToken: "config_error",
    MissingTopic: "config_error",
    PayloadEmpty: "rejected",
    PayloadTooLarge: "rejected",
    ServiceUnavailable: "not_processed",
    Shutdown: "not_processed",
    TooManyProviderTokenUpdates: "not_processed throttled",
    TooManyRequests: "not_processed throttled",
    TopicDisallowed: "config_error",
    UnknownError: ["rejected", OF_SDK],
    Unregistered: "recipient_error gone",
  },
};
