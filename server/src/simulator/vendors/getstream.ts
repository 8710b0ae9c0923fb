import { createHmac } from "node:crypto";
import { getstream } from "../../providers/chat/getstream.ts";
import type { Received } from "../received.ts";
import { KEY, NOW, type VendorCase } from "../vendor-case.ts";

/** `{"alg":"HS256","typ":"JWT"}.{"server":true}`, signed with the secret. */
const SIGNED = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzZXJ2ZXIiOnRydWV9";
const TOKEN = `${SIGNED}.${createHmac("sha256", "the-secret").update(SIGNED).digest("base64url")}`;

function verify({ headers }: Received): string | undefined {
  const [, signed = "", signature] = /^(.+)\.([^.]+)$/.exec(headers.authorization ?? "") ?? [];
  const expected = createHmac("sha256", "the-secret").update(signed).digest("base64url");
  return signature === expected ? undefined : "the signature of the JWT is wrong";
}

const failed = (status: number, code: number, message: string) => ({
  status,
  body: { code, message, StatusCode: status, duration: "0.00ms" },
});

export const getstreamCase: VendorCase<"chat"> = {
  provider: getstream,
  credentials: { apiKey: "the-key", secretKey: "the-secret", senderId: "tidings" },
  message: { key: KEY, channel: "team:ops", body: "Hi *Ada*" },
  request: {
    path: "/channels/team/ops/message?api_key=the-key",
    encoding: "json",
    needs: ["message.text|message.attachments", "message.user_id|message.user"],
    needsQuery: ["api_key"],
    needsHeaders: ["stream-auth-type"],
    headers: { authorization: TOKEN, "stream-auth-type": "jwt" },
    body: { message: { id: KEY, text: "Hi *Ada*", user_id: "tidings" } },
    // Any token that the secret has signed.
    alsoTakes: [{ headers: { "stream-auth-type": "jwt" }, verify }],
  },
  check: {
    method: "GET",
    path: "/app?api_key=the-key",
    headers: { authorization: TOKEN },
    answer: { app: { name: "example" } },
  },
  deduplication: { keyAt: ["body.message.id"], again: "a retry of a message that was stored" },
  responses: [
    { name: "sent", status: 201, body: { message: { id: "m1" } }, outcome: "accepted", id: "m1" },
    {
      name: "a retry of a message that was stored",
      ...failed(400, 4, "SendMessage failed with error: a message with this id already exists"),
      outcome: "accepted",
    },
    {
      name: "invalid input",
      ...failed(400, 4, "SendMessage failed: user_id is required"),
      outcome: "rejected",
    },
    { name: "too long", ...failed(400, 20, "SendMessage failed: message is too long"), outcome: "rejected" },
    {
      name: "wrong signature",
      ...failed(401, 43, "Token signature is invalid"),
      outcome: "config_error",
      reason: "signature is invalid",
    },
    { name: "suspended app", ...failed(403, 99, "App suspended"), outcome: "config_error" },
    { name: "slow mode", ...failed(403, 60, "Cooldown period"), outcome: "not_processed" },
    { name: "unknown channel", ...failed(404, 16, "Can't find channel"), outcome: "recipient_error" },
    {
      name: "too many requests",
      ...failed(429, 9, "Too many requests"),
      headers: { "x-ratelimit-reset": String(NOW.getTime() / 1_000 + 40) },
      outcome: "not_processed",
      retryAfterMs: 40_000,
      isThrottled: true,
    },
  ],
};
