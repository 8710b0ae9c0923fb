import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, UNLISTED, verdictOf } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { chatAccount } from "./chat-account.ts";
import { SLACK } from "./markups.ts";

const FIELDS = [
  {
    name: "apiToken",
    label: "Bot token",
    kind: "text",
    isSecret: true,
    isRequired: false,
    help: "Starts with xoxb-; only needed to post to channels instead of webhooks. Its scope is chat:write.",
  },
  BASE_URL,
] as const;

/** https://docs.slack.dev/reference/methods/chat.postMessage#errors; a word that is not listed is about the message. */
const WORDS: CodesByKind = {
  recipient_error: [
    ...["channel_not_found", "not_in_channel", "is_archived", "channel_type_not_supported", "user_not_found"],
    ...["cannot_dm_bot", "messages_tab_disabled", "is_inactive", "restricted_action"],
    ...["restricted_action_read_only_channel", "restricted_action_thread_only_channel"],
  ],
  config_error: [
    ...["invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "no_permission"],
    ...[
      "missing_scope",
      "not_allowed_token_type",
      "org_login_required",
      "ekm_access_denied",
      "access_denied",
    ],
    ...["team_access_not_granted", "enterprise_is_restricted", "two_factor_setup_required", "accesslimited"],
  ],
  not_processed: ["service_unavailable", "team_added_to_org"],
  ambiguous: ["fatal_error", "internal_error", "request_timeout"],
};
const THROTTLED = ["ratelimited", "rate_limited", "message_limit_exceeded"];

/** An error has status 200, `ok: false` and a word: https://docs.slack.dev/apis/web-api/#responses. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (typeof json !== "object" || json === null || !("ok" in json)) {
    return status < 300 ? { kind: "ambiguous" } : undefined;
  }
  if (json.ok === true) return undefined;
  const word = textAt(json, "error");
  if (word !== undefined && THROTTLED.includes(word)) return { kind: "not_processed", isThrottled: true };
  return verdictOf(word, WORDS) ?? (status < 300 ? UNLISTED : undefined);
}

/**
 * Slack with a bot token, to the channel or user id in the subscriber's channel settings:
 * https://docs.slack.dev/reference/methods/chat.postMessage. `_passthrough.body` can add `blocks` and `thread_ts`. Has no
 * idempotency key.
 */
export const slackBot = chatAccount({
  id: "slack",
  displayName: "Slack",
  docsUrl: "https://docs.slack.dev/reference/methods/chat.postMessage",
  fields: FIELDS,
  reading: { idPaths: ["ts"], errorPaths: ["error"], judge },
  markupOf: () => SLACK,
  requestOf: ({ to, body }, account) => ({
    url: account.url("https://slack.com/api", "/chat.postMessage"),
    headers: { authorization: `Bearer ${account.text("apiToken")}` },
    json: { channel: to, text: body },
  }),
  checkOf: (account) => ({
    method: "POST",
    url: account.url("https://slack.com/api", "/auth.test"),
    headers: { authorization: `Bearer ${account.text("apiToken")}` },
    form: {},
  }),
});
