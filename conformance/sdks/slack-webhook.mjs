import { IncomingWebhook } from "@slack/webhook";

export const slackWebhookSdk = {
  package: "@slack/webhook",
  provider: "slack",
  hosts: ["hooks.slack.com"],
  form: "webhook",
  send: ({ webhookUrl, body }) => new IncomingWebhook(webhookUrl).send({ text: body }),
};
