import { walkPath } from "../../foundation/json-path.ts";
import { BASE_URL } from "../common-fields.ts";
import { uuidOf } from "../uuid-of.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { pushVendor } from "./push-vendor.ts";

const FIELDS = [
  {
    name: "applicationId",
    label: "App ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "Settings, Keys & IDs in OneSignal.",
  },
  {
    name: "apiKey",
    label: "App API key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "An App API key; Settings, Keys & IDs in OneSignal.",
  },
  BASE_URL,
] as const;

const ADDRESS = "https://api.onesignal.com";
/** The subscription id that the SDK shows in the app, a UUID. */
const SUBSCRIPTION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A 200 with an empty id addressed no device. `errors` may name invalid subscriptions of a message that was accepted:
 * https://github.com/OneSignal/onesignal-node-api (CreateNotificationSuccessResponse). A device that is only unsubscribed may
 * subscribe again under the same id, so it is not invalid.
 */
function judge({ status, json }: VendorResponse, tokens: readonly string[]): Verdict | undefined {
  if (status >= 300) return undefined;
  const id = walkPath(json, ["id"]);
  if (typeof id !== "string") return { kind: "ambiguous" };
  const named = walkPath(json, ["errors", "invalid_player_ids"]);
  const invalidTokens = tokens.filter((token) => Array.isArray(named) && named.includes(token));
  return id === ""
    ? { kind: "recipient_error", isUnlisted: true, invalidTokens }
    : { kind: "accepted", invalidTokens };
}

/**
 * https://documentation.onesignal.com/reference/push-notification. A repeated `idempotency_key` is the same message for 30
 * days: https://documentation.onesignal.com/reference/idempotent-notification-requests
 */
export const oneSignal = pushVendor({
  id: "one-signal",
  displayName: "OneSignal",
  docsUrl: "https://documentation.onesignal.com/reference/push-notification",
  fields: FIELDS,
  tokensPerCall: 2_000,
  isToken: (token) => SUBSCRIPTION_ID.test(token),
  reading: { idPaths: ["id"], errorPaths: ["errors.0", "errors.0.title", "errors"] },
  judge,
  requestOf({ key, tokens, title, body, data }, account) {
    return {
      url: account.url(ADDRESS, "/notifications?c=push"),
      headers: { authorization: `Key ${account.text("apiKey")}` },
      json: {
        app_id: account.text("applicationId"),
        target_channel: "push",
        include_subscription_ids: tokens,
        headings: title === "" ? undefined : { en: title },
        // OneSignal requires a content.
        contents: { en: body === "" ? title : body },
        data,
        idempotency_key: uuidOf(`${key} ${tokens[0]}`),
      },
      secrets: tokens,
    };
  },
  /** https://documentation.onesignal.com/reference/view-messages */
  checkOf(account) {
    const query = new URLSearchParams({ app_id: account.text("applicationId"), limit: "1" });
    return {
      method: "GET",
      url: account.url(ADDRESS, `/notifications?${query}`),
      headers: { authorization: `Key ${account.text("apiKey")}` },
    };
  },
});
