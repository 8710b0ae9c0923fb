import { textOf } from "../credential.ts";
import type { Provider } from "../provider.ts";
import { chatHook } from "./chat-hook.ts";
import { SLACK } from "./markups.ts";
import { slackBot } from "./slack-bot.ts";

/**
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: the URL decides the channel, and an error is one
 * word in the body. `_passthrough.body` can add `blocks`. Has no idempotency key.
 */
const slackHook = chatHook({
  id: "slack",
  displayName: "Slack",
  docsUrl: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
  fields: slackBot.fields,
  reading: { idPaths: [], errorPaths: [] },
  markup: SLACK,
  requestOf: ({ body }) => ({ json: { text: body } }),
});

/** A message with a channel is posted with the integration's bot token; without one of them, to the webhook of the subscriber. */
export const slack: Provider<"chat"> = {
  ...slackBot,
  docsUrl: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
  send(message, credentials, io) {
    const isForBot = message.channel !== undefined && textOf(credentials, "apiToken") !== undefined;
    return (isForBot ? slackBot : slackHook).send(message, credentials, io);
  },
  /** Without a bot token, the integration has no credentials that could be wrong. */
  async check(credentials, io) {
    const hasToken = textOf(credentials, "apiToken") !== undefined;
    return hasToken ? slackBot.check(credentials, io) : undefined;
  },
};
