import { LogLevel, WebClient } from "@slack/web-api";

export const slackBotSdk = {
  package: "@slack/web-api",
  provider: "slack",
  hosts: ["slack.com"],
  /** The provider has two forms: this is the one with a bot's token. */
  form: "apiToken",
  unlike: { "too many requests": "It shows the seconds of Retry-After instead of Slack's word." },
  differs: { "header.content-type": "Slack takes a form and JSON." },
  send: ({ channel, body }, { apiToken }) =>
    new WebClient(apiToken, {
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logLevel: LogLevel.ERROR,
    }).chat.postMessage({ channel, text: body }),
};
