import { Bot } from "grammy";

export const telegramSdk = {
  package: "grammy",
  provider: "telegram",
  hosts: ["api.telegram.org"],
  send: ({ channel, body }, { apiToken }) => new Bot(apiToken).api.sendMessage(channel, body),
};
