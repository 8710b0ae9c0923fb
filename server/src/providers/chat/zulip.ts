import { chatHook } from "./chat-hook.ts";
import { ZULIP } from "./markups.ts";

/** Zulip's Slack-compatible webhook: https://zulip.com/integrations/doc/slack_incoming. Has no idempotency key. */
export const zulip = chatHook({
  id: "zulip",
  displayName: "Zulip",
  docsUrl: "https://zulip.com/integrations/doc/slack_incoming",
  reading: { idPaths: [], errorPaths: ["msg"] },
  markup: ZULIP,
  requestOf: ({ body, channel }) => ({ json: { text: body, channel } }),
});
