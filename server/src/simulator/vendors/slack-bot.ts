import { slack } from "../../providers/chat/slack.ts";
import { KEY, type VendorCase, type VendorResponseCase } from "../vendor-case.ts";

/** Slack answers errors of the method with status 200 and a word. */
const word = (error: string, outcome: VendorResponseCase["outcome"]): VendorResponseCase => ({
  name: error,
  status: 200,
  body: { ok: false, error },
  outcome,
  reason: error,
});

export const slackBotCase: VendorCase<"chat"> = {
  provider: slack,
  credentials: { apiToken: "xoxb-the-token" },
  message: { key: KEY, channel: "C024BE91L", body: "Hi *Ada*" },
  request: {
    path: "/chat.postMessage",
    encoding: ["json", "form"],
    needs: ["channel", "text|blocks|attachments"],
    headers: { authorization: "Bearer xoxb-the-token" },
    body: { channel: "C024BE91L", text: "Hi *Ada*" },
    // The path at slack.com, whose first part belongs to the address of the provider.
    alsoTakes: [{ path: "/api/chat.postMessage" }],
  },
  check: {
    method: "POST",
    path: "/auth.test",
    headers: { authorization: "Bearer xoxb-the-token" },
    answer: { ok: true, user_id: "U1", team_id: "T1" },
  },
  refusals: { channel: "channel_not_found" },
  responses: [
    {
      name: "posted",
      status: 200,
      body: { ok: true, channel: "C024BE91L", ts: "1503435956.000247" },
      outcome: "accepted",
      id: "1503435956.000247",
    },
    word("channel_not_found", "recipient_error"),
    word("not_in_channel", "recipient_error"),
    word("is_archived", "recipient_error"),
    word("invalid_auth", "config_error"),
    word("token_revoked", "config_error"),
    word("missing_scope", "config_error"),
    word("no_text", "rejected"),
    word("msg_too_long", "rejected"),
    word("internal_error", "ambiguous"),
    word("service_unavailable", "not_processed"),
    { ...word("ratelimited", "not_processed"), isThrottled: true },
    {
      name: "too many requests",
      status: 429,
      headers: { "retry-after": "30" },
      body: { ok: false, error: "ratelimited" },
      outcome: "not_processed",
      retryAfterMs: 30_000,
      isThrottled: true,
    },
    { name: "200 in HTML", status: 200, body: "<html></html>", outcome: "ambiguous" },
  ],
};
