import { createHash, randomUUID } from "node:crypto";
import { signedToken } from "./signed-token.ts";
import { secondsOf, type VendorEvent, type VendorWebhook } from "./vendor-webhook.ts";

const KEY = "a-signing-key-of-MessageBird";
const VALID_S = 300;

const reportOf =
  (status: string, more: object = {}) =>
  ({ messageId, address, at }: VendorEvent) => ({
    id: messageId,
    recipient: address.replace(/^\+/, ""),
    status,
    statusDatetime: at.toISOString(),
    ...more,
  });

/** https://developers.messagebird.com/api/#verifying-http-requests: a GET with a JWT that has the hash of the URL. */
export const messagebirdWebhook: VendorWebhook = {
  signingKey: KEY,
  bodies: {
    delivered: reportOf("delivered"),
    failed: reportOf("delivery_failed", { statusErrorCode: "1" }),
  },
  sign({ url, body, at }) {
    const called = `${url}?${new URLSearchParams(JSON.parse(body))}`;
    const iat = secondsOf(at);
    const url_hash = createHash("sha256").update(called).digest("hex");
    const claims = {
      iss: "MessageBird",
      iat,
      nbf: iat,
      exp: iat + VALID_S,
      jti: randomUUID(),
      url_hash,
    };
    return {
      url: called,
      body: "",
      headers: { "messagebird-signature-jwt": signedToken(claims, KEY) },
    };
  },
};
