import { chatHook } from "./chat-hook.ts";

/** Zulip's Slack-compatible webhook: https://zulip.com/integrations/doc/slack_incoming. Has no idempotency key. */
export const zulip = chatHook({
  id: "zulip",
  displayName: "Zulip",
  docsUrl: "https://zulip.com/integrations/doc/slack_incoming",
  reading: { idPaths: [], errorPaths: ["msg"] },
  requestOf: ({ body, channel }) => ({ json: { text: body, channel } }),
});
