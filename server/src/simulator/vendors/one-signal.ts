import { oneSignal } from "../../providers/push/one-signal.ts";
import { uuidOf } from "../../providers/uuid-of.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const DEVICE = "1dd608f2-c6a1-11e3-851d-000c2940e62c";

export const oneSignalCase: VendorCase<"push"> = {
  provider: oneSignal,
  credentials: { applicationId: "app", apiKey: "os_v2_app_key" },
  message: { key: KEY, tokens: [DEVICE], title: "Hi", body: "Hi Ada", data: { order: 7 } },
  request: {
    path: "/notifications?c=push",
    needs: ["app_id", "contents|template_id"],
    headers: { authorization: "Key os_v2_app_key", "content-type": "application/json" },
    body: {
      app_id: "app",
      target_channel: "push",
      include_subscription_ids: [DEVICE],
      headings: { en: "Hi" },
      contents: { en: "Hi Ada" },
      data: { order: 7 },
      idempotency_key: uuidOf(`${KEY} ${DEVICE}`),
    },
  },
  check: { method: "GET", path: "/notifications?app_id=app&limit=1", answer: { notifications: [] } },
  deduplication: { keyAt: ["body.idempotency_key"], forMs: 30 * 24 * 3_600_000 },
  responses: [
    {
      name: "accepted",
      status: 200,
      body: { id: "b98881cc-1e94-4366-bbd9-db8f3429292b", external_id: null },
      outcome: "accepted",
      id: "b98881cc-1e94-4366-bbd9-db8f3429292b",
    },
    {
      name: "200 for no device",
      status: 200,
      body: { id: "", errors: ["All included players are not subscribed"] },
      outcome: "recipient_error",
      reason: "All included players are not subscribed",
    },
    {
      name: "200 that names an invalid subscription",
      status: 200,
      body: { id: "", errors: { invalid_player_ids: [DEVICE] } },
      outcome: "recipient_error",
      invalidTokens: [DEVICE],
    },
    {
      name: "accepted for other subscriptions",
      status: 200,
      body: { id: "b98881cc", errors: { invalid_player_ids: [DEVICE, "not ours"] } },
      outcome: "accepted",
      id: "b98881cc",
      invalidTokens: [DEVICE],
    },
    { name: "200 without an id", status: 200, body: {}, outcome: "ambiguous" },
    {
      name: "unknown app",
      status: 400,
      body: { errors: ["app_id not found. You may be missing a Content-Type: application/json header."] },
      outcome: "config_error",
      reason: "app_id not found",
    },
    {
      name: "no content",
      status: 400,
      body: { errors: ["Message Notifications must have English language content"] },
      outcome: "rejected",
    },
    {
      name: "wrong key",
      status: 403,
      body: { errors: ["Access denied. Please include an Authorization header with a valid API key"] },
      outcome: "config_error",
    },
    {
      name: "too many requests",
      status: 429,
      headers: { "retry-after": "60" },
      body: { errors: ["API rate limit exceeded"], limit: "Create messages" },
      outcome: "not_processed",
      retryAfterMs: 60_000,
      isThrottled: true,
    },
    {
      name: "200 with a fault of the account",
      status: 200,
      body: { id: "", errors: ["Your plan does not include push"] },
      outcome: "config_error",
      reason: "Your plan does not include push",
    },
  ],
};
